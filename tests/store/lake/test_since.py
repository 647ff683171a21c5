"""What an import into a lake costs depends on what it brings, not on what is there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from histparse.store.lake import since
from histparse.store.write import neighbours
from histparse.store.write.changes import Pair
from tests.store.lake.lakes import beginning, checksum, fill, rows, stored

pytestmark = pytest.mark.untraced

SESSION = beginning("session_cash_heads_up.txt", 12)


class Compared:
    """The tables at which hands were compared, and how many cells were looked at, by import."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.tables: list[set[str]] = []
        self.hands: list[int] = []
        renew = neighbours.renew

        def renewing(connection: DuckDBPyConnection, tables: Collection[Pair], *room: Callable[[int], object]) -> None:
            self.tables.append({name for _, name in tables})
            self.hands.append(connection.execute("SELECT count(*) FROM hands").fetchall()[0][0])
            renew(connection, tables, *room)

        patch.setattr(neighbours, "renew", renewing)


def written(folder: Path, table: str) -> Path:
    """The session as one at another table, with other numbers."""
    file, number = folder / f"{table}.txt", str(ord(table)).encode()
    data = SESSION.replace(b"Hand #", b"Hand #" + number)
    first = data.index(b"Table '") + len(b"Table '")
    file.write_bytes(data.replace(data[first : data.index(b"'", first)], table.encode()))
    return file


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Compared:
    return Compared(monkeypatch)


def test_hands_are_compared_only_at_tables_that_got_some(compared: Compared, tmp_path: Path) -> None:
    lake, files = tmp_path / "lake", [written(tmp_path, table) for table in "ABC"]
    for file in files:
        fill(lake, [file])
    assert compared.tables == [{"A"}, {"B"}, {"C"}]
    assert compared.hands == [12, 12, 12]
    stored(tmp_path / "database", files)
    assert checksum(lake) == checksum(tmp_path / "database")


def test_they_are_compared_anew_where_one_comes_in_between(compared: Compared, tmp_path: Path) -> None:
    lake, (one, two) = tmp_path / "lake", (written(tmp_path, table) for table in "AB")
    texts = one.read_bytes().split(b"\n\n\n")
    between = tmp_path / "between.txt"
    between.write_bytes(b"\n\n\n".join(texts[4:6]) + b"\n\n\n")
    one.write_bytes(b"\n\n\n".join(texts[:4] + texts[6:]))
    fill(lake, [one, two])
    with_gap = checksum(lake)
    fill(lake, [between])
    assert compared.tables[-1] == {"A"}
    stored(tmp_path / "database", [one, two, between])
    assert with_gap != checksum(lake) == checksum(tmp_path / "database")


def test_another_program_compares_all(compared: Compared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = tmp_path / "lake"
    fill(lake, [written(tmp_path, "A")])
    monkeypatch.setattr(since, "program", lambda: "a later one")
    fill(lake, [written(tmp_path, "B")])
    assert compared.tables[-1] == {"A", "B"}


def test_players_whose_hands_no_longer_count_go_too(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_bytes(beginning("session_cash_heads_up.txt", 1))
    two.write_bytes(one.read_bytes().replace(b"snow.white", b"Zoe"))
    stored(tmp_path / "database", [one, two])
    expected = checksum(tmp_path / "database")
    for order in ([one, two], [two, one]):  # in one of them, the hand that stands comes later
        lake = tmp_path / order[0].stem
        for file in order:
            fill(lake, [file])
        assert len(rows(lake)["players"]) == 2
        assert checksum(lake) == expected
