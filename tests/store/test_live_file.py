"""A file imported while a program still writes it: in the end everything is as if it had been read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.store import Database, Summary
from tests.store.filling import SAMPLES, Content, content, fill, rows
from tests.store.odd import hand

LAST = (SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt").read_text("utf-8")
TEXT = hand(1) + LAST + hand(3)
HALF = len(hand(1)) + LAST.index("*** SECOND DRAW ***")
"""Where the second hand is at its second draw."""


def grow(database: Database, file: Path, *lengths: int | None) -> Summary:
    """Import the file each time it has grown to so many letters; None: to its end."""
    for length in lengths:
        file.write_text(TEXT[:length], "utf-8")
        summary = fill(database, [file])
    return summary


def contents(database: Database) -> Content:
    """The contents of the database, whenever it was read and in whatever order."""
    ids: dict[int, str] = dict(rows(database, "SELECT hand_key, hand_id FROM hands"))
    rows_by_table = {
        table: [(ids.get(row[0]), *row[1:]) for row in table_rows]
        for table, table_rows in content(database).items()
        if table not in {"files", "set_aside"}
    }
    rows_by_table["files"] = rows(database, "SELECT * EXCLUDE imported_at FROM files")
    rows_by_table["set_aside"] = rows(database, "FROM set_aside")
    return {table: sorted(table_rows, key=repr) for table, table_rows in rows_by_table.items()}


def find_piece(piece: str, letters: int = 0) -> int:
    """So many letters behind the beginning of a piece that stands once in the second hand."""
    assert LAST.count(piece) == 1
    return len(hand(1)) + LAST.index(piece) + letters


CUTS = {
    "in the first word of the first hand": 4,
    "in the game's name": TEXT.index("Triple Draw") + 6,
    "in the first line of the second hand": len(hand(1)) + 5,
    "in its number": find_piece(" Triple Draw", -4),
    "before its table": find_piece("Table '"),
    "before its seats": find_piece("*** DEALING HANDS ***", -40),
    "in the play": HALF,
    "in a line": HALF + 25,
    "before the summary": find_piece("*** SUMMARY ***"),
    "in the pot": find_piece("Total pot", 12),
    "behind the pot": find_piece(" | Rake"),
    "in the rake": find_piece(" | Rake", 9),
    "behind the rake": len(hand(1)) + LAST.index("\n", LAST.index(" | Rake")),
    "in the last line": len(hand(1)) + len(LAST.rstrip()) - 8,
    "in the first line of the third hand": len(hand(1)) + len(LAST) + 3,
}


@pytest.fixture(scope="module")
def live_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Content]:
    """The file, and the contents of a database that read it once."""
    file = tmp_path_factory.mktemp("live") / "live.txt"
    with Database(":memory:") as database:
        assert grow(database, file, None).stored == 3
        return file, contents(database)


@pytest.mark.nightly
@pytest.mark.soak(5)
@pytest.mark.parametrize("cut", CUTS)
def test_wherever_the_text_broke_off_it_comes_whole(
    database: Database, live_file: tuple[Path, Content], cut: str
) -> None:
    file, expected = live_file
    summary = grow(database, file, CUTS[cut], None)
    assert contents(database) == expected
    assert summary.hands == summary.stored + summary.duplicates == 3
    content_before = content(database)
    assert grow(database, file, None).duplicates == 3
    assert content(database) == content_before


@pytest.mark.nightly
def test_a_hand_that_is_taken_for_whole_is_stored_until_it_is_whole(
    database: Database, live_file: tuple[Path, Content]
) -> None:
    file, _ = live_file
    assert grow(database, file, CUTS["behind the rake"]).stored == 2
    summary = grow(database, file, None)
    assert (summary.stored, summary.duplicates, summary.set_aside, summary.findings.total) == (2, 1, 0, 0)
    assert rows(database, "SELECT stored, set_aside FROM files") == [(3, 0)]


@pytest.mark.nightly
def test_of_a_hand_that_grows_only_the_newest_text_is_set_aside(database: Database, tmp_path: Path) -> None:
    file, line = tmp_path / "live.txt", hand(1).count("\n") + 1
    for length in (HALF, HALF, HALF + 60, HALF + 200):
        summary = grow(database, file, length)
        assert summary.hands == summary.stored + summary.duplicates + summary.set_aside == 2
        assert rows(database, "SELECT line, text FROM set_aside") == [(line, TEXT[len(hand(1)) : length].rstrip())]
        assert rows(database, "SELECT count(*), count(DISTINCT code) FROM findings") == [(1, 1)]
        assert rows(database, "SELECT stored, set_aside FROM files") == [(1, 1)]
    grow(database, file, None)
    assert rows(database, "SELECT count(*) FROM set_aside UNION ALL SELECT count(*) FROM findings") == [(0,), (0,)]
    assert rows(database, "SELECT hands, stored, set_aside FROM files") == [(3, 3, 0)]


@pytest.mark.nightly
def test_what_was_found_in_other_hands_stays(database: Database, tmp_path: Path) -> None:
    file, other_file = tmp_path / "live.txt", tmp_path / "other.txt"
    broken = "\n".join(line for line in hand(9).split("\n") if not line.startswith("Table"))
    clash = hand(1).replace("Calypso", "Circe")
    file.write_text(TEXT[:HALF], "utf-8")
    other_file.write_text(broken + clash + TEXT[len(hand(1)) : HALF - 10], "utf-8")
    assert fill(database, [file, other_file]).set_aside == 3
    file.write_text(TEXT, "utf-8")
    fill(database, [file])
    set_aside = rows(database, "SELECT code, hand_id FROM set_aside ORDER BY ALL")
    findings = rows(database, "SELECT code, path FROM findings ORDER BY ALL")
    counted = rows(database, "SELECT path, stored, set_aside FROM files ORDER BY ALL")
    assert set_aside == [("SYN01", "9"), ("SYN07", "1")]
    assert findings == [("SYN01", str(other_file)), ("SYN07", str(other_file))]
    assert counted == [(str(file), 3, 0), (str(other_file), 0, 2)]
