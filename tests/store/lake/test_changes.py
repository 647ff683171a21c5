"""What an import into a lake costs depends on what it brings, not on what is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from histparse.judging.neighbours import Neighbour, compare
from histparse.store.lake import changes
from tests.store.lake.lakes import beginning, checksum, fill, rows, stored

pytestmark = pytest.mark.untraced

Into = Callable[[Path, list[Path]], object]
SESSION = beginning("session_cash_heads_up.txt", 12)


class Compared:
    """How many hands were compared with the one before, by table and import."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.hands: list[dict[str, int]] = []

        def comparing(connection: DuckDBPyConnection) -> list[Neighbour]:
            query = "SELECT table_name, count(*) FROM hands SEMI JOIN following USING (hand_key) GROUP BY ALL"
            self.hands.append(dict(connection.execute(query).fetchall()))
            return compare(connection)

        patch.setattr("histparse.store.settle.neighbours.compare", comparing)


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


@pytest.fixture(params=[fill, stored])
def into(request: pytest.FixtureRequest) -> Into:
    """Imports into a lake, or into a database."""
    return request.param  # type: ignore[no-any-return] # one of the two


@pytest.mark.some(1)
def test_hands_are_compared_only_at_tables_that_got_some(compared: Compared, into: Into, tmp_path: Path) -> None:
    path, files = tmp_path / "each", [written(tmp_path, table) for table in "ABC"]
    for file in files:
        into(path, [file])
    assert compared.hands == [{"A": 12}, {"B": 12}, {"C": 12}]
    stored(tmp_path / "database", files)
    assert checksum(path) == checksum(tmp_path / "database")


@pytest.mark.some(1)
def test_only_those_beside_new_ones_are_compared_anew(compared: Compared, into: Into, tmp_path: Path) -> None:
    path, (one, two) = tmp_path / "each", (written(tmp_path, table) for table in "AB")
    texts = one.read_bytes().split(b"\n\n\n")
    between = tmp_path / "between.txt"
    between.write_bytes(b"\n\n\n".join(texts[4:6]) + b"\n\n\n")
    one.write_bytes(b"\n\n\n".join(texts[:4] + texts[6:]))
    into(path, [one, two])
    with_gap = checksum(path)
    into(path, [between])
    assert compared.hands[-1] == {"A": 3}
    stored(tmp_path / "database", [one, two, between])
    assert with_gap != checksum(path) == checksum(tmp_path / "database")


@pytest.mark.some(1)
def test_a_hand_that_goes_leaves_another_one_before_the_next(compared: Compared, into: Into, tmp_path: Path) -> None:
    """Its number has a sounder text at another table; what is set aside stands between others in its file."""
    path, (one, two) = tmp_path / "each", (written(tmp_path, table) for table in "AB")
    texts = one.read_bytes().split(b"\n\n\n")
    texts[6] = texts[6].replace(b"Total pot $", b"Total pot $9")
    one.write_bytes(b"\n\n\n".join(texts))
    number = texts[6][: texts[6].index(b":")]
    sounder = two.read_bytes().split(b"\n\n\n")[6]
    two.write_bytes(number + sounder[sounder.index(b":") :] + b"\n\n\n")
    into(path, [one])
    into(path, [two])
    assert compared.hands[-1] == {"A": 11, "B": 1}
    stored(tmp_path / "database", [two, one])
    assert checksum(path) == checksum(tmp_path / "database")


def test_another_program_compares_all(compared: Compared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = tmp_path / "lake"
    fill(lake, [written(tmp_path, "A")])
    monkeypatch.setattr(changes, "program", lambda: "a later one")
    fill(lake, [written(tmp_path, "B")])
    assert compared.hands[-1] == {"A": 12, "B": 12}


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
