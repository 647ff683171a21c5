"""A lake filled from Python is that of the command, and keeps its promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import histparse
from histparse.store.lake import work
from histparse.store.lake.pieces import Task
from histparse.store.lake.place import Place
from histparse.store.lake.work import Done
from tests.store.lake.lakes import beginning, checksum, leftovers, stored


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two sessions in a folder."""
    (tmp_path / "hands").mkdir()
    found = [tmp_path / "hands" / name for name in ("a.txt", "b.txt")]
    for file, session in zip(found, ("session_cash_heads_up.txt", "session_zoom.txt"), strict=True):
        file.write_bytes(beginning(session, 6))
    return found


@pytest.mark.untraced
def test_it_is_that_of_a_database(files: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    summary = histparse.import_into_lake(tmp_path / "hands", lake)
    assert (summary.files, summary.hands, summary.stored) == (2, 46, 46)
    stored(tmp_path / "database", files)
    assert checksum(lake) == checksum(tmp_path / "database")
    assert histparse.import_into_lake(files, lake).unchanged == 2
    assert histparse.import_into_lake(files, lake, again=True).unchanged == 0
    assert histparse.import_into_lake(files, lake, site="merge").hands == 0
    with histparse.Store(lake, read_only=True) as store:
        assert store.hero() == "Katja72"
        assert store.statistic("vpip")["chances"].sum() > 0


def test_players_are_joined_and_split_by_turns(files: list[Path], tmp_path: Path) -> None:
    histparse.import_into_lake(files, tmp_path / "lake")
    store = histparse.Store(tmp_path / "lake")
    store.join("Me", ["Katja72"])
    assert store.hero() == "Me"
    store.join("You", [next(player for player in store.players()["player"] if player != "Me")])
    store.part("Me")
    store.close()  # no `with` statement: each change is written at once
    with histparse.Store(tmp_path / "lake", read_only=True) as again:
        assert again.aliases()["alias"].to_list() == ["You"]
        assert again.hero() == "Katja72"
        with pytest.raises(histparse.StoreError, match="opened for reading only"):
            again.join("Me", ["Katja72"])
        assert again.aliases().height == 1


def test_a_lake_is_not_filled_as_a_file(files: list[Path], tmp_path: Path) -> None:
    histparse.import_into_lake(files[:1], tmp_path / "lake")
    with (
        histparse.Store(tmp_path / "lake") as store,
        pytest.raises(histparse.StoreError, match="a lake is filled by `import_into_lake`"),
    ):
        store.import_files(files[1])


def vanishing(file: Path, patch: pytest.MonkeyPatch) -> None:
    """The file is there when it is cut, and not when it is read."""

    def gone(task: Task, place: Place) -> Done:
        file.unlink(missing_ok=True)
        return unhurried(task, place)

    unhurried = work._done
    patch.setattr(work, "_done", gone)


@pytest.fixture
def disturbed(files: list[Path]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        vanishing(files[0], patch)
        yield


@pytest.mark.usefixtures("disturbed")
def test_an_unreadable_file_is_raised_and_nothing_stored(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(histparse.FileError, match=r"a\.txt"):
        histparse.import_into_lake(files, tmp_path / "lake")
    with pytest.raises(histparse.StoreError, match="there is nothing in this lake"):
        histparse.Store(tmp_path / "lake", read_only=True)
    assert leftovers(tmp_path / "lake") == []


@pytest.mark.usefixtures("disturbed")
def test_or_passed_on_and_left_out(files: list[Path], tmp_path: Path) -> None:
    errors: list[OSError] = []
    assert histparse.import_into_lake(files, tmp_path / "lake", onerror=errors.append).stored == 40
    assert [error.filename for error in errors] == [str(files[0])]


def test_a_database_is_no_lake(files: list[Path], tmp_path: Path) -> None:
    with histparse.Store(tmp_path / "x.duckdb") as store:
        store.import_files(files)
    with pytest.raises(histparse.StoreError, match=r"x\.duckdb"):
        histparse.import_into_lake(files, tmp_path / "x.duckdb")
    with pytest.raises(histparse.WorkerError, match="no Dask scheduler answers there"):
        histparse.import_into_lake(files, tmp_path / "lake", scheduler="nowhere://me")
