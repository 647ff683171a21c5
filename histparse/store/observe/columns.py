"""Step 6a, observe: polars types of the tables' columns, without a database."""

from __future__ import annotations

import re
from functools import cache

import polars as pl

from histparse.declared import Column, recorded, written
from histparse.system.streams import TYPES

_WORD = re.compile(r"'([^']*)'")


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types."""
    return {table: {column.name: _type(column) for column in inside} for table, inside in written().tables.items()}


@cache
def recorded_columns(table: str) -> dict[str, pl.DataType]:
    """What is recorded of a row of that table, with its types."""
    return {column.name: _type(column) for column in recorded(table)}


def _type(column: Column) -> pl.DataType:
    words = written().types.get(column.kind)
    return pl.Enum(_WORD.findall(words)) if words else TYPES[column.kind]
