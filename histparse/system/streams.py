"""Rows between polars and DuckDB: as Arrow streams, which both speak without pyarrow, and in SQL statements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


TYPES: dict[str, pl.DataType] = {
    "BIGINT": pl.Int64(),
    "BOOLEAN": pl.Boolean(),
    "DOUBLE": pl.Float64(),
    "INTEGER": pl.Int32(),
    "SMALLINT": pl.Int16(),
    "TIMESTAMP": pl.Datetime("us"),
    "TINYINT": pl.Int8(),
    "VARCHAR": pl.String(),
}
"""DuckDB types and their polars counterparts; a test checks them against DuckDB."""


class Stream:
    """Rows that offer nothing but an Arrow stream.

    From a polars frame DuckDB would make a table of pyarrow. Polars remembers the type of whatever it was given, and if
    that is one of DuckDB's, DuckDB complains of a leak when the program ends.
    """

    def __init__(self, rows: pl.DataFrame | DuckDBPyRelation) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)


def as_frame(rows: DuckDBPyRelation) -> pl.DataFrame:
    """The rows of a relation; columns of one name become `a`, `a_1`. Raises the errors of DuckDB."""
    if len({*rows.columns}) < len(rows.columns):
        named = enumerate(_make_distinct(rows.columns), 1)
        rows = rows.project(", ".join(f"#{place} AS {quote_identifier(name)}" for place, name in named))
    return pl.DataFrame(Stream(rows))


def as_relation(connection: DuckDBPyConnection, rows: pl.DataFrame) -> DuckDBPyRelation:
    """The rows of a frame as a relation, which lasts as long as somebody holds it."""
    return connection.from_arrow(Stream(rows))


def quote_identifier(name: str) -> str:
    """The name of a column as SQL has it, whatever it is."""
    return '"' + name.replace('"', '""') + '"'


def _make_distinct(names: Iterable[str]) -> list[str]:
    distinct: list[str] = []
    for name in names:
        distinct.append(
            name if name not in distinct else next(new for n in count(1) if (new := f"{name}_{n}") not in distinct)
        )
    return distinct


# --- frames in statements --------------------------------------------------------------------------------------------


def run_statement(connection: DuckDBPyConnection, statement: str, **named: pl.DataFrame | str) -> DuckDBPyConnection:
    """Execute a statement in which `{name}` stands for a query of these rows, or for that text."""
    written, _held = _fill_statement(connection, statement, named)
    return connection.execute(written)


def query_rows(connection: DuckDBPyConnection, query: str, **named: pl.DataFrame | str) -> pl.DataFrame:
    """The answer to such a query."""
    written, _held = _fill_statement(connection, query, named)
    return as_frame(connection.sql(written))


def append_rows(connection: DuckDBPyConnection, table: str, rows: pl.DataFrame) -> None:
    """Append rows to a table."""
    if not rows.is_empty():
        run_statement(connection, "INSERT INTO {table} BY NAME {rows}", table=table, rows=rows)


def has_rows(connection: DuckDBPyConnection, rows_sql: str) -> bool:
    """Whether there are such rows: of a table, perhaps with a condition. No more than one is looked for."""
    return bool(connection.execute(f"SELECT count(*) FROM (FROM {rows_sql} LIMIT 1)").fetchall()[0][0])  # noqa: S608 - ours


def keys_to_frame(column_name: str, keys: Iterable[int]) -> pl.DataFrame:
    """Keys as rows: with a list `IN` would compare each row of a table with each of them."""
    return pl.DataFrame({column_name: pl.Series(keys, dtype=pl.Int64)})


def _fill_statement(
    connection: DuckDBPyConnection, statement: str, named: dict[str, pl.DataFrame | str]
) -> tuple[str, list[DuckDBPyRelation]]:
    """The statement, and the relations it names."""
    held = {name: as_relation(connection, rows) for name, rows in named.items() if isinstance(rows, pl.DataFrame)}
    words = {name: text for name, text in named.items() if isinstance(text, str)}
    return statement.format(**words, **{name: rows.sql_query() for name, rows in held.items()}), [*held.values()]
