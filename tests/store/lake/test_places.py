"""Where a lake can be: any address of fsspec, a folder that is read only; and what is refused, in one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFileSystem  # type: ignore[import-untyped] # it has no types

from histparse import stats
from histparse.store import StoreError
from histparse.store.database.aliases import Player, aliases, join, part
from histparse.store.lake import remote
from histparse.store.lake.compact import compact
from histparse.store.lake.founding import found
from histparse.store.lake.local import Local
from histparse.store.lake.place import place_at
from histparse.store.target import is_lake, reading, writing
from tests.store.lake.lakes import beginning, checksum, fill, leftovers, stored

ADDRESS = "memory://poker/lake"


@pytest.fixture
def session(tmp_path: Path) -> Path:
    file = tmp_path / "session.txt"
    file.write_bytes(beginning("session_cash_heads_up.txt", 6))
    return file


@pytest.fixture
def memory() -> MemoryFileSystem:
    files = MemoryFileSystem()
    files.store.clear()
    return files


@pytest.mark.untraced
def test_an_address(session: Path, memory: MemoryFileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(session.read_bytes().replace(b"*** SUMMARY ***", b'Katja72 said, "nh"\n*** SUMMARY ***', 2))
    for file in (session, other):
        fill(ADDRESS, [file])
    stored(tmp_path / "database", [session, other])
    assert checksum(ADDRESS) == checksum(tmp_path / "database")
    compact(ADDRESS)
    assert checksum(ADDRESS) == checksum(tmp_path / "database")
    with reading(ADDRESS) as database:
        assert stats.find_player(database) == "Katja72"
        assert stats.run(database, "vpip")["chances"].sum() > 0
    assert leftovers(ADDRESS) != []  # another import might be about to commit them
    monkeypatch.setattr(remote, "old", lambda _: True)
    fill(ADDRESS, [])
    assert leftovers(ADDRESS) == []
    assert memory.find("/poker/lake") == [f"/poker/lake/{name}" for name in place_at(ADDRESS).names()]


def test_only_the_lake_can_be_read(session: Path, tmp_path: Path) -> None:
    fill(tmp_path / "lake", [session])
    with reading(tmp_path / "lake") as database, pytest.raises(Exception, match="disabled by configuration"):
        database.connection.execute(f"FROM read_text('{session}')").fetchall()


def test_aliases(session: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, [session])
    with writing(lake) as database:
        join(database, "Kat", [Player("pokerstars", "Katja72")])
    fill(lake, [session], again=True)
    with reading(lake) as database:
        assert stats.find_player(database) == "Kat"
        assert aliases(database).rows() == [("Kat", "pokerstars", "Katja72")]
    with writing(lake) as database:
        part(database, "Kat")
    with reading(lake) as database:
        assert stats.find_player(database) == "Katja72"


@pytest.mark.untraced
def test_a_path_with_quotes_and_spaces(session: Path, tmp_path: Path) -> None:
    lake = tmp_path / 'Bob\'s "lake" 100%'
    fill(lake, [session])
    stored(tmp_path / "database", [session])
    assert checksum(lake) == checksum(tmp_path / "database")


def test_an_address_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.delitem(sys.modules, "histparse.store.lake.remote")
    with pytest.raises(StoreError, match=r"pip install 'histparse\[lake\]'"):
        place_at(ADDRESS)


def test_an_unknown_protocol() -> None:
    with pytest.raises(StoreError, match=r"nowhere://lake: Protocol not known"):
        place_at("nowhere://lake")


def test_a_folder_of_something_else(session: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a lake, and not empty"):
        fill(tmp_path, [session])
    with pytest.raises(StoreError, match="a folder, not a database"):
        reading(tmp_path)


def test_a_folder_that_another_import_makes_a_lake_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = Local.names

    def later(place: Local, folder: str = "") -> Iterator[str]:
        monkeypatch.setattr(Local, "names", names)
        found(Local(place.address))
        return names(place, folder)

    monkeypatch.setattr(Local, "names", later)
    found(Local(str(tmp_path / "lake")))
    assert is_lake(str(tmp_path / "lake"))


def test_a_lake_of_another_version(session: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, [session])
    for version, words in ((1, "an older histparse"), (999, "a newer histparse")):
        (lake / "lake.json").write_text(json.dumps({"product": "histparse", "schema": version}), "utf-8")
        for use in (lambda: fill(lake, [session]), lambda: reading(lake), lambda: compact(str(lake))):
            with pytest.raises(StoreError, match=words):
                use()


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["manifests", "snapshots"])
def test_a_damaged_file(name: str, session: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, [session])
    (file,) = (lake / name).iterdir()
    file.write_text('{"number": "x"}', "utf-8")
    with pytest.raises(StoreError, match=file.name):
        compact(str(lake))


def test_a_snapshot_that_names_a_file_elsewhere(session: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, [session])
    (file,) = (lake / "snapshots").iterdir()
    file.write_text(file.read_text("utf-8").replace("site=pokerstars", "../../site=pokerstars"), "utf-8")
    with pytest.raises(StoreError, match="not a snapshot"):
        reading(lake)


def test_a_file_that_is_gone(session: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    fill(lake, [session])
    next((lake / "seats").rglob("*.parquet")).unlink()
    with pytest.raises(StoreError, match=str(lake)):
        reading(lake)
