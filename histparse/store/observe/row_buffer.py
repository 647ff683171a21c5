"""Step 6a, observe: rows appended to one flat list while hands are replayed, then turned into columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import CodeType
from typing import Any, NamedTuple, ParamSpec, cast

import polars as pl
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from histparse.store.observe.bounds import Column, Misfits
from histparse.store.observe.columns import columns

HANDS = ("hands", "texts", "seats", "decisions", "draws", "showdowns")
"""Tables whose rows follow their hand."""

NOTED: dict[str, pl.DataType] = {
    "who": pl.Int64(),
    "free": pl.Int16(),
    "open": pl.Boolean(),
    "thrown_count": pl.Int16(),
}
"""Auxiliary columns, from which others are derived."""

MISFIT = "misfit"
"""The column with the sentence about a value of the row that did not fit. It stays with the row."""


Values = ParamSpec("Values")


class Rows:
    """Rows of one table in a single flat list: there is no object per row, and a column is every n-th value."""

    def __init__(self, table: str, row: type[Struct]) -> None:
        """`row`: the type that names the values of a row in order; it is never instantiated."""
        self.table = table
        self.names = row.__struct_fields__
        self.values: list[Any] = []  # Any: columns have many types; the frame checks them

    def adding(self, row: Callable[Values, Struct]) -> Callable[Values, None]:
        """A function that appends a row; it takes each value by keyword, like the type itself."""
        known = {f"_{field.name}": field.default for field in _fields(row)}
        made: dict[str, Any] = known | {"_values": self.values}  # Any: defaults have many types
        exec(_appending(cast("type[Struct]", row)), made)  # noqa: S102 - it contains only our own field names
        # Taken out of its own globals: a reference cycle would keep the rows of every batch until garbage collection.
        return cast("Callable[Values, None]", made.pop("add"))

    def whole(self) -> pl.DataFrame:
        """The rows as stored, for a table not tied to hands: a value that does not fit is left empty."""
        return self.frame().drop(MISFIT)

    def frame(self) -> pl.DataFrame:
        """The rows as columns, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
        width = len(self.names)
        return framed(self.table, {name: self.values[place::width] for place, name in enumerate(self.names)})


def framed(table: str, values: Mapping[str, Sequence[Any] | pl.Series]) -> pl.DataFrame:
    """Columns noted for a table, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
    types = NOTED | columns()[table]
    misfits: Misfits = {}
    made = [Column(table, name, types[name]).filled(some, misfits) for name, some in values.items()]
    sentences = [misfits.get(row) for row in range(len(made[0]))] if misfits else [None] * len(made[0])
    return pl.DataFrame([*made, pl.Series(MISFIT, sentences, pl.String)])


@cache
def _fields(row: Callable[..., Struct]) -> tuple[FieldInfo, ...]:
    """The fields of the type, whose annotations msgspec reads anew each time."""
    return fields(cast("type[Struct]", row))


@cache
def _appending(row: type[Struct]) -> CodeType:
    """A function with a parameter for each field: making objects and taking them apart later would cost much more."""
    parameters = (field.name + ("" if field.required else f"=_{field.name}") for field in _fields(row))
    source = f"""
def add(*, {", ".join(parameters)}):
    global _values
    _values += ({", ".join(row.__struct_fields__)},)
"""
    return compile(source, f"<{row.__name__}>", "exec")


class Fitted(NamedTuple):
    """Rows with the columns of their table, in their types."""

    rows: pl.DataFrame
    misfits: dict[int, str]
    """By `hand_key`: the sentence about a value of the hand that does not fit."""


def fitted(table: str, frame: pl.DataFrame) -> Fitted:
    """The rows of a table of HANDS as stored, without auxiliary columns."""
    sentences = frame[MISFIT]
    misfits: Misfits = {row: sentences[row] for row in sentences.is_not_null().arg_true()}
    rows = pl.DataFrame(
        [Column(table, name, kind).filled(frame[name], misfits) for name, kind in columns()[table].items()]
    )
    return Fitted(rows, {rows["hand_key"][row]: sentence for row, sentence in misfits.items()})


def one_below_the_other(parts: Sequence[Fitted]) -> Fitted:
    """The rows of all parts."""
    misfits = {key: sentence for part in parts for key, sentence in part.misfits.items()}
    return Fitted(pl.concat([part.rows for part in parts]), misfits)
