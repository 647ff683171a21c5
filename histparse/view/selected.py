"""Step 7b, view: the hands that `stats.select` has chosen, read again or as rows, a block at a time."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from histparse.judging.engine import HandResult
from histparse.stats.run import enums_to_text
from histparse.store import Database
from histparse.store.schema import stored_schema
from histparse.store.settle.reading import COLUMNS, StoredHand, reparse_hand_with_views
from histparse.system.streams import as_frame

BLOCK = 10_000
"""Hands fetched at once: each block reads past all texts, and is held in memory."""
HANDS = """
    SELECT {columns}
    FROM selected_hands JOIN hands USING (hand_key) JOIN texts USING (hand_key)
    WHERE place BETWEEN $first AND $last ORDER BY place
"""
ROWS = """
    SELECT place, rows.* FROM selected_hands JOIN {table} AS rows USING (hand_key)
    WHERE place BETWEEN $first AND $last ORDER BY ALL
"""
"""The name is one of ours."""
ALL = """
    CREATE OR REPLACE TEMP TABLE selected_hands AS
    SELECT row_number() OVER (ORDER BY played_at NULLS LAST, path, first_line) AS place, hand_key FROM hands
"""
SELECTED = "SELECT count(*) FROM selected_hands"


def select_and_count_all_hands(database: Database) -> int:
    """Choose every hand, in the order of time; how many there are."""
    database.connection.execute(ALL)
    [(number,)] = database.connection.execute(SELECTED).fetchall()
    return int(number)


def tables_with_hands() -> list[str]:
    """The tables that have rows of hands."""
    return sorted(name for name, columns in stored_schema().tables.items() if columns[0].name == "hand_key")


def read_selected_hands(database: Database, hand_count: int) -> Iterator[HandResult]:
    """The first `number` of them, as events."""
    for block in _first_and_last_by_block(hand_count):
        for row in database.connection.execute(HANDS.format(columns=COLUMNS), block).fetchall():
            yield reparse_hand_with_views(StoredHand(*row))


def read_and_close(database: Database, hand_count: int) -> Iterator[HandResult]:
    """The first `number` of them, as events; the database is closed after the last."""
    with database:
        yield from read_selected_hands(database, hand_count)


def selected_table_rows(database: Database, table: str, hand_count: int) -> Iterator[pl.DataFrame]:
    """The rows of one of `tables()` of the first `number` hands: at least one frame, so that its columns are known."""
    query = ROWS.format(table=table)
    for block in _first_and_last_by_block(hand_count):
        frame = as_frame(database.connection.sql(query, params=block))
        yield enums_to_text(frame.drop("place"))


def _first_and_last_by_block(hand_count: int) -> Iterator[dict[str, int]]:
    return ({"first": first, "last": min(first + BLOCK - 1, hand_count)} for first in range(1, hand_count + 1, BLOCK))
