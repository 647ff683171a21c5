"""Step 6a, observe: the types that columns of the tables have while rows are made, which needs no database."""

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
"""Types of DuckDB as polars has them; a test asks DuckDB whether these are all, and right."""
_WORD = re.compile(r"'([^']*)'")


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, as analytics/schema has them: there is no second list of them."""
    types, tables = written()
    kinds = _KINDS | {name: pl.Enum(_WORD.findall(words)) for name, words in types.items()}
    return {table: {column.name: kinds[column.kind] for column in inside} for table, inside in tables.items()}
