"""Step 6a, observe: polars types of the tables' columns, without a database."""

from __future__ import annotations

import re
from functools import cache

import polars as pl

from histparse.store.schema import written

_KINDS: dict[str, pl.DataType] = {
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
_WORD = re.compile(r"'([^']*)'")


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, read from analytics/schema: the only definition."""
    types, tables = written()
    kinds = _KINDS | {name: pl.Enum(_WORD.findall(words)) for name, words in types.items()}
    return {table: {column.name: kinds[column.kind] for column in inside} for table, inside in tables.items()}
