"""What is known is not read again: unchanged files, the beginnings of those that grow, what another program judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.store.lake import changes, importer, pieces, settle, work
from histparse.store.lake.compact import compact
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.manifests import committed
from histparse.store.lake.pieces import tasks
from histparse.store.lake.place import place_at
from histparse.store.rows import hands
from tests.store.lake.lakes import beginning, checksum, fill, leftovers, stored

pytestmark = pytest.mark.untraced

SESSION = beginning("session_cash_heads_up.txt", 40)


def test_an_unchanged_file_is_not_read(tmp_path: Path) -> None:
    file, lake = tmp_path / "session.txt", tmp_path / "lake"
    file.write_bytes(SESSION)
    first = fill(lake, [file])
    there = {path: path.stat().st_mtime_ns for path in lake.rglob("*") if path.is_file()}
    second = fill(lake, [file])
    assert (first.hands, first.stored, first.duplicates, first.unchanged) == (40, 40, 0, 0)
    assert (second.hands, second.stored, second.duplicates, second.unchanged) == (40, 0, 40, 1)
    assert {path: path.stat().st_mtime_ns for path in lake.rglob("*") if path.is_file()} == there


def test_a_file_by_another_path_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, lake = tmp_path / "session.txt", tmp_path / "lake"
    file.write_bytes(SESSION)
    first = fill(lake, [file])
    before = checksum(lake)
    monkeypatch.chdir(tmp_path)
    second = fill(lake, [Path("../" + tmp_path.name) / file.name])
    assert (second.hands, second.duplicates, second.unchanged) == (first.hands, 40, 1)
    assert checksum(lake) == before


def test_again_changes_nothing(tmp_path: Path) -> None:
    file, lake = tmp_path / "session.txt", tmp_path / "lake"
    file.write_bytes(SESSION)
    fill(lake, [file])
    before, there = checksum(lake), {*lake.rglob("*")}
    assert fill(lake, [file], again=True).unchanged == 0
    assert checksum(lake) == before
    assert {*lake.rglob("*")} == there


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, str]]:
    """A file, and the checksum of a database of it by the number of bytes it has."""
    folder = tmp_path_factory.mktemp("growing")
    file, found = folder / "session.txt", {}
    for cut in (30, len(SESSION) // 5 + 300, len(SESSION) * 3 // 4 + 7, len(SESSION)):
        file.write_bytes(SESSION[:cut])
        stored(folder / f"database_{cut}", [file])
        found[cut] = checksum(folder / f"database_{cut}")
    return file, found


@pytest.mark.some(1)
@pytest.mark.parametrize("compacting", [False, True])
def test_a_file_that_grows(compacting: bool, growing: tuple[Path, dict[int, str]], tmp_path: Path) -> None:
    (file, expected), lake = growing, tmp_path / "lake"
    for cut, content in expected.items():
        file.write_bytes(SESSION[:cut])
        fill(lake, [file])
        if compacting:
            compact(str(lake))
        assert checksum(lake) == content
    assert leftovers(lake) == []


def test_of_a_file_that_grows_only_the_end_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "SIZE", 9_000)
    file, lake = tmp_path / "session.txt", tmp_path / "lake"
    file.write_bytes(SESSION[: len(SESSION) * 3 // 4])
    fill(lake, [file])
    file.write_bytes(SESSION)
    with LakeImport(str(lake)) as importing:
        whole = [*tasks(None, importing.cut(file))]
        left = [*importing.works(whole)]
        starts = [work.task.pieces[0].start for work in left]
        assert len(whole) > len(left) > 0
        assert min(starts) > len(SESSION) // 3


def test_a_rewritten_file_keeps_the_hands_it_had(tmp_path: Path) -> None:
    file, lake, database = tmp_path / "session.txt", tmp_path / "lake", tmp_path / "database"
    for data in (beginning("session_cash_heads_up.txt", 5), beginning("session_zoom.txt", 5)):
        file.write_bytes(data)
        fill(lake, [file])
        stored(database, [file])
    assert checksum(lake, ["line"]) == checksum(database, ["line"])


def test_another_program_judges_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, lake = tmp_path / "session.txt", tmp_path / "lake"
    file.write_bytes(beginning("session_cash_heads_up.txt", 5))
    for program in ("one", "two", "one"):
        for module in (hands, importer, pieces, settle, changes, work):
            monkeypatch.setattr(module, "program", lambda program=program: program)
        assert fill(lake, [file]).unchanged == 0
        readings = committed(place_at(str(lake))).readings
        assert [one.program for one in readings.values()] == [program]
        assert fill(lake, [file]).unchanged == 1
    assert leftovers(lake) == []
