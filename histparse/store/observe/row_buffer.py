"""Step 6a, observe: rows appended to one flat list while hands are replayed, then turned into columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from histparse.model.money import LARGEST
from histparse.store import schema
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
def table_columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types."""
    tables = schema.stored_schema().tables
    return {table: {column.name: _polars_type(column) for column in inside} for table, inside in tables.items()}


@cache
def recorded_columns(table: str) -> dict[str, pl.DataType]:
    """Return the columns that are recorded of a row of that table, with their types."""
    return {column.name: _polars_type(column) for column in schema.columns_recorded(table)}


def _polars_type(column: schema.Column) -> pl.DataType:
    words = schema.stored_schema().types.get(column.kind)
    return pl.Enum(_WORD.findall(words)) if words else TYPES[column.kind]


class Column:
    """A column of a database table, or an auxiliary one used on the way there."""

    def __init__(self, table: str, name: str, kind: pl.DataType) -> None:
        self.table = table
        self.name = name
        self.kind = kind

    def make_series(self, values: Sequence[Any] | pl.Series, misfits: Misfits) -> pl.Series:
        """The values as a column of its type. One that does not fit is left empty and reported in `misfits`."""
        try:
            made = pl.Series(self.name, values, self.kind)
        except _REFUSALS:
            return self._keep_fitting_values(values, misfits)
        return made if self._are_amounts_within_limits(made) else self._keep_fitting_values(values, misfits)

    def _are_amounts_within_limits(self, series: pl.Series) -> bool:
        """Whether all amounts are within the limits of amounts; polars checks the limits of other types."""
        return self.kind != _AMOUNT or series.is_between(*self._value_limits()).all()

    def _keep_fitting_values(self, values: Sequence[Any] | pl.Series, misfits: Misfits) -> pl.Series:
        storable = [None if value is None else self._to_storable(value) for value in values]
        for row, (value, stored) in enumerate(zip(values, storable, strict=True)):
            if stored is None and value is not None:
                misfits.setdefault(row, self._describe_misfit(value))
        return pl.Series(self.name, storable, self.kind)

    def _to_storable(self, value: Any) -> Any:  # Any: values of columns of all types
        """The value as it is stored, None when it cannot be. Text is always stored: lone surrogates as escapes."""
        if isinstance(value, str):
            text = value.encode("utf-8", "backslashreplace").decode()
            return None if isinstance(self.kind, pl.Enum) and text not in self.kind.categories else text
        if not self.kind.is_integer():
            return value
        low, high = self._value_limits()
        # A file may have more lines than the column can count: that is not the hand's fault.
        return value if low <= value <= high else high if self.kind == _LINE else None

    def _value_limits(self) -> tuple[int, int]:
        if self.kind == _AMOUNT and self.name not in _NO_AMOUNTS:
            return -LARGEST, LARGEST
        return _integer_limits(self.kind)

    def _describe_misfit(self, value: Any) -> str:  # Any: values of columns of all types
        column = f"`{self.name}` of `{self.table}`"
        if isinstance(value, str):
            return f"{column} cannot be `{value}`"
        low, high = self._value_limits()
        number = f"{value:,}" if abs(value) <= LARGEST**2 else "a number of more than 30 digits"
        return f"{number} does not fit {column}, which holds {low:,} to {high:,}"


@cache
def _integer_limits(kind: pl.DataType) -> tuple[int, int]:
    limits = np.iinfo(pl.Series(dtype=kind).to_numpy().dtype)
    return int(limits.min), int(limits.max)


# --- rows -----------------------------------------------------------------------------------------------------

HANDS = ("hands", "texts", "seats", "decisions", "draws", "showdowns")
"""Tables whose rows follow their hand."""

MISFIT = "misfit"
"""The column with the sentence about a value of the row that did not fit. It stays with the row."""


class Rows:
    """Rows of one table in a single flat list: there is no object per row, and a column is every n-th value.

    `add` appends a row: it takes what is recorded of it, each value by keyword.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.names = (*recorded_columns(table),)
        self.values: list[Any] = []  # Any: columns have many types; the frame checks them
        made: dict[str, Any] = {"_values": self.values}  # Any: what is executed there defines a function
        exec(_compile_row_appender(self.names), made)  # noqa: S102 - it contains only our own names of columns
        # Taken out of its own globals: a reference cycle would keep the rows of every batch until garbage collection.
        self.add: Callable[..., None] = made.pop("add")

    def to_frame_without_misfit_column(self) -> pl.DataFrame:
        """The rows as stored, for a table not tied to hands: a value that does not fit is left empty."""
        return self.to_frame_with_misfit_column().drop(MISFIT)

    def to_frame_with_misfit_column(self) -> pl.DataFrame:
        """The rows as columns, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
        types, width = recorded_columns(self.table), len(self.names)
        misfits: Misfits = {}
        made = [
            Column(self.table, name, types[name]).make_series(self.values[place::width], misfits)
            for place, name in enumerate(self.names)
        ]
        sentences = [misfits.get(row) for row in range(len(made[0]))] if misfits else [None] * len(made[0])
        return pl.DataFrame([*made, pl.Series(MISFIT, sentences, pl.String)])


@cache
def _compile_row_appender(names: tuple[str, ...]) -> CodeType:
    """A function with a parameter for each column: making objects and taking them apart later would cost much more."""
    source = f"""
def add(*, {", ".join(names)}):
    global _values
    _values += ({", ".join(names)},)
"""
    return compile(source, "<a row>", "exec")


class Fitted(NamedTuple):
    """Rows with the columns of their table, in their types."""

    rows: pl.DataFrame
    misfits: dict[int, str]
    """By `hand_key`: the sentence about a value of the hand that does not fit."""


def fit_to_columns(table: str, frame: pl.DataFrame) -> Fitted:
    """The rows of a table of HANDS as stored, without auxiliary columns."""
    sentences = frame[MISFIT]
    misfits: Misfits = {row: sentences[row] for row in sentences.is_not_null().arg_true()}
    rows = pl.DataFrame(
        [Column(table, name, kind).make_series(frame[name], misfits) for name, kind in table_columns()[table].items()]
    )
    return Fitted(rows, {rows["hand_key"][row]: sentence for row, sentence in misfits.items()})
