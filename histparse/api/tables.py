"""The Python interface: tables of a store as lazy frames of Polars.

DuckDB reads the columns that a plan asks for, and hands on the rows that pass the filters and, of the conditions of a
plan, those that it can check itself. They are in memory at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import polars as pl
from msgspec import Struct
from polars.io.plugins import register_io_source

from histparse.api.conditions import as_sql
from histparse.declared import written
from histparse.store import Database
from histparse.system.streams import TYPES, as_frame

Query = Callable[[Database], str]
"""Gives the query of the rows, when all that it names is there; raises StatisticsError."""


class Source(Struct, frozen=True):
    """The rows of a table. `opened` gives a connection of its own, `query` what to ask of it."""

    table: str
    opened: Callable[[], Database]
    query: Query

    def scan(self) -> pl.LazyFrame:
        """The frame, which reads anew whenever it is collected. Raises StatisticsError for a query that cannot be."""
        with self.opened() as database:
            self.query(database)
        return register_io_source(self._frames, schema=schema(self.table), is_pure=True, explain_name=self.table)

    def _frames(
        self, columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, _size: int | None
    ) -> Iterator[pl.DataFrame]:
        """What Polars asks for, in one piece. It trusts that the predicate holds of all rows it gets."""
        wanted = columns or list(schema(self.table))
        with self.opened() as database:
            if predicate is None:
                yield self._read(database, wanted, "" if limit is None else f"LIMIT {limit}")
            else:
                needed = dict.fromkeys([*wanted, *predicate.meta.root_names()])
                where = f"WHERE {' AND '.join(['true', *as_sql(predicate)])}"
                yield self._read(database, needed, where).filter(predicate).select(wanted)

    def _read(self, database: Database, columns: Iterable[str], which: str) -> pl.DataFrame:
        kinds = {column.name: column.kind for column in written().tables[self.table]}
        names = ", ".join(name if kinds[name] in TYPES else f"{name}::VARCHAR AS {name}" for name in columns)
        query = f"SELECT {names} FROM ({self.query(database)}) {which}"  # noqa: S608 - our names, and checked words
        return as_frame(database.connection.sql(query))


def schema(table: str) -> dict[str, pl.DataType]:
    """The columns of a table and their types: words are text, amounts 64-bit integers."""
    return {column.name: TYPES.get(column.kind, pl.String()) for column in written().tables[table]}
