"""Step 6a, observe: rows laid end to end while hands are replayed, and the columns they become."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import duckdb
import polars as pl

from histparse.store.observe.bounds import Column, Misfits
from histparse.store.schema import make_tables

HANDS = ("hands", "seats", "decisions", "draws", "showdowns")
"""Tables whose rows follow their hand."""
TABLES = (*HANDS, "findings", "set_aside")

NOTED: dict[str, pl.DataType] = {
    "who": pl.Int64(),
    "free": pl.Int16(),
    "open": pl.Boolean(),
    "thrown_count": pl.Int16(),
}
"""What is noted beside the columns of a table, to work others out."""

MISFIT = "misfit"
"""The column of a row's sentence about a value that did not fit. It stays with the row while others are worked out."""


class Rows:
    """Rows of one table in a single list: no object is kept for a row, and a column is every n-th value."""

    def __init__(self, table: str, names: tuple[str, ...] | None = None) -> None:
        """`names`: what is noted of a row, in this order; else all columns of the table."""
        self.table = table
        self.names = names or tuple(columns()[table])
        self.values: list[Any] = []  # Any: columns are of many types; the frame checks them

    def add(self, row: dict[str, Any]) -> None:
        """Append a row of exactly these columns."""
        self.values += [row[name] for name in self.names]

    def whole(self) -> pl.DataFrame:
        """The rows of a table of no hands as they are stored: what does not fit is empty."""
        return self.frame().drop(MISFIT)

    def frame(self) -> pl.DataFrame:
        """The rows as columns, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
        width, types = len(self.names), NOTED | columns()[self.table]
        misfits: Misfits = {}
        made = [
            Column(self.table, name, types[name]).filled(self.values[place::width], misfits)
            for place, name in enumerate(self.names)
        ]
        told = pl.Series(MISFIT, [misfits.get(row) for row in range(len(made[0]))], pl.String)
        return pl.DataFrame([*made, told])


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, as DuckDB reads them in analytics/schema: no second list of them."""
    with duckdb.connect() as memory:
        make_tables(memory, comments=False)
        return {table: dict(_types(memory.table(table))) for table in TABLES}


def _types(table: duckdb.DuckDBPyRelation) -> Iterator[tuple[str, pl.DataType]]:
    plain = table.limit(0).pl().schema
    for name, kind in zip(table.columns, table.types, strict=True):
        words = dict(kind.children)["values"] if kind.id == "enum" else None
        yield name, pl.Enum(words) if isinstance(words, list) else plain[name]


class Fitted(NamedTuple):
    """Rows with the columns of their table, in their types."""

    rows: pl.DataFrame
    misfits: dict[int, str]
    """By `hand_key`, the sentence about a value of the hand that does not fit."""


def fitted(table: str, frame: pl.DataFrame) -> Fitted:
    """The rows of a table of HANDS as they are stored, whatever was worked out beside its columns."""
    told = frame[MISFIT]
    misfits: Misfits = {row: told[row] for row in told.is_not_null().arg_true()}
    rows = pl.DataFrame(
        [Column(table, name, kind).filled(frame[name], misfits) for name, kind in columns()[table].items()]
    )
    return Fitted(rows, {rows["hand_key"][row]: sentence for row, sentence in misfits.items()})
