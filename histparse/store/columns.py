"""Step 5, store: rows laid end to end while hands are replayed, and the columns they become."""

from __future__ import annotations

from functools import cache
from typing import Any

import duckdb
import polars as pl

from histparse.store.database import make_tables

TABLES = ("hands", "seats", "decisions", "draws", "showdowns", "findings", "set_aside")

NOTED: dict[str, pl.DataType] = {
    "who": pl.Int64(),
    "free": pl.Int16(),
    "open": pl.Boolean(),
    "thrown_count": pl.Int16(),
}
"""What is noted beside the columns of a table, to work others out."""


class Rows:
    """Rows of one table in a single list: no object is kept for a row, and a column is every n-th value."""

    def __init__(self, table: str, names: tuple[str, ...]) -> None:
        self.table = table
        self.names = names
        self.values: list[Any] = []  # Any: columns are of many types; the frame checks them

    def add(self, row: dict[str, Any]) -> None:
        """Append a row of exactly these columns."""
        self.values += [row[name] for name in self.names]

    def frame(self) -> pl.DataFrame:
        """The rows as columns."""
        width, types = len(self.names), NOTED | columns()[self.table]
        return pl.DataFrame(
            [pl.Series(name, self.values[place::width], types[name]) for place, name in enumerate(self.names)]
        )


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, as DuckDB reads them in analytics/schema: no second list of them."""
    with duckdb.connect() as memory:
        make_tables(memory, comments=False)
        return {table: dict(memory.table(table).limit(0).pl().schema) for table in TABLES}


def fitted(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the columns of that table, in their types."""
    return frame.select(pl.col(name).cast(kind) for name, kind in columns()[table].items())
