"""Step 6d, settle: polars frames within statements of DuckDB, read in place.

A frame has a name that DuckDB makes up, so no table of the file can shadow it. What is given to `register` inside a
transaction stays in memory until the commit: 190 MB more for 60,000 hands.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation

from histparse.system.streams import Stream, as_frame


def given(connection: DuckDBPyConnection, rows: pl.DataFrame) -> DuckDBPyRelation:
    """The rows as a relation, which is there as long as somebody holds it."""
    return connection.from_arrow(Stream(rows))


def run(connection: DuckDBPyConnection, statement: str, **named: pl.DataFrame | str) -> DuckDBPyConnection:
    """Execute a statement in which `{name}` stands for a query of these rows, or for that text."""
    written, _held = _written(connection, statement, named)
    return connection.execute(written)


def ask(connection: DuckDBPyConnection, query: str, **named: pl.DataFrame | str) -> pl.DataFrame:
    """The answer to such a query."""
    written, _held = _written(connection, query, named)
    return as_frame(connection.sql(written))


def append(connection: DuckDBPyConnection, table: str, rows: pl.DataFrame) -> None:
    """Append rows to a table of ours."""
    if not rows.is_empty():
        run(connection, "INSERT INTO {table} BY NAME {rows}", table=table, rows=rows)


def is_any(connection: DuckDBPyConnection, rows: str) -> bool:
    """Whether there are such rows: of a table, perhaps with a condition. No more than one is looked for."""
    return bool(connection.execute(f"SELECT count(*) FROM (FROM {rows} LIMIT 1)").fetchall()[0][0])  # noqa: S608 - ours


def column(name: str, keys: Iterable[int]) -> pl.DataFrame:
    """Keys as rows: with a list `IN` would compare each row of a table with each of them."""
    return pl.DataFrame({name: pl.Series(keys, dtype=pl.Int64)})


def _written(
    connection: DuckDBPyConnection, statement: str, named: dict[str, pl.DataFrame | str]
) -> tuple[str, list[DuckDBPyRelation]]:
    """The statement, and the relations it names."""
    held = {name: given(connection, some) for name, some in named.items() if isinstance(some, pl.DataFrame)}
    words = {name: some for name, some in named.items() if isinstance(some, str)}
    return statement.format(**words, **{name: rows.sql_query() for name, rows in held.items()}), [*held.values()]
