"""Step 6a, observe: the columns of all tables - their types in polars, and which values fit into them.

Nearly always all values fit, and polars takes them in one go. Only if it refuses are they checked one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np
import polars as pl

from histparse import declared
from histparse.model.money import LARGEST
from histparse.system.streams import TYPES

_WORD = re.compile(r"'([^']*)'")
_AMOUNT, _LINE = pl.Int64(), pl.Int32()
"""The types of amounts and of line numbers; no other columns have these types."""
_NO_AMOUNTS = frozenset({"hand_key", "text_id", "digest"})

_REFUSALS = (TypeError, OverflowError, UnicodeError, pl.exceptions.InvalidOperationError)
"""The errors polars raises for a value that does not fit a column."""

Misfits = dict[int, str]
"""By row number: the sentence about a value that does not fit."""


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types."""
    tables = declared.written().tables
    return {table: {column.name: _type(column) for column in inside} for table, inside in tables.items()}


@cache
def recorded_columns(table: str) -> dict[str, pl.DataType]:
    """What is recorded of a row of that table, with its types."""
    return {column.name: _type(column) for column in declared.recorded(table)}


def _type(column: declared.Column) -> pl.DataType:
    words = declared.written().types.get(column.kind)
    return pl.Enum(_WORD.findall(words)) if words else TYPES[column.kind]


class Column:
    """A column of a database table, or an auxiliary one used on the way there."""

    def __init__(self, table: str, name: str, kind: pl.DataType) -> None:
        self.table = table
        self.name = name
        self.kind = kind

    def filled(self, values: Sequence[Any] | pl.Series, misfits: Misfits) -> pl.Series:
        """The values as a column of its type. One that does not fit is left empty and reported in `misfits`."""
        try:
            made = pl.Series(self.name, values, self.kind)
        except _REFUSALS:
            return self._one_by_one(values, misfits)
        return made if self._in_limits(made) else self._one_by_one(values, misfits)

    def _in_limits(self, made: pl.Series) -> bool:
        """Whether all amounts are within the limits of amounts; polars checks the limits of other types."""
        if self.kind != _AMOUNT or made.null_count() == len(made):
            return True
        low, high = self._limits()
        return low <= cast("int", made.min()) and cast("int", made.max()) <= high

    def _one_by_one(self, values: Sequence[Any] | pl.Series, misfits: Misfits) -> pl.Series:
        kept = [None if value is None else self._kept(value) for value in values]
        for row, (value, left) in enumerate(zip(values, kept, strict=True)):
            if left is None and value is not None:
                misfits.setdefault(row, self._sentence(value))
        return pl.Series(self.name, kept, self.kind)

    def _kept(self, value: Any) -> Any:  # Any: values of columns of all types
        """The value as it is stored, None when it cannot be. Text is always stored: lone surrogates as escapes."""
        if isinstance(value, str):
            text = value.encode("utf-8", "backslashreplace").decode()
            return None if isinstance(self.kind, pl.Enum) and text not in self.kind.categories else text
        if not self.kind.is_integer():
            return value
        low, high = self._limits()
        # A file may have more lines than the column can count: that is not the hand's fault.
        return value if low <= value <= high else high if self.kind == _LINE else None

    def _limits(self) -> tuple[int, int]:
        if self.kind == _AMOUNT and self.name not in _NO_AMOUNTS:
            return -LARGEST, LARGEST
        return _limits(self.kind)

    def _sentence(self, value: Any) -> str:  # Any: values of columns of all types
        what = f"`{self.name}` of `{self.table}`"
        if isinstance(value, str):
            return f"{what} cannot be `{value}`"
        low, high = self._limits()
        number = f"{value:,}" if abs(value) <= LARGEST**2 else "a number of more than 30 digits"
        return f"{number} does not fit {what}, which holds {low:,} to {high:,}"


@cache
def _limits(kind: pl.DataType) -> tuple[int, int]:
    limits = np.iinfo(pl.Series(dtype=kind).to_numpy().dtype)
    return int(limits.min), int(limits.max)
