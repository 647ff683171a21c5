"""Step 6a, observe: polars types of the tables' columns, without a database."""

from __future__ import annotations

import re
from functools import cache

import polars as pl

from histparse.store.schema import written
from histparse.system.streams import TYPES

_WORD = re.compile(r"'([^']*)'")


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, read from analytics/schema: the only definition."""
    types, tables = written()
    kinds = TYPES | {name: pl.Enum(_WORD.findall(words)) for name, words in types.items()}
    return {table: {column.name: kinds[column.kind] for column in inside} for table, inside in tables.items()}
