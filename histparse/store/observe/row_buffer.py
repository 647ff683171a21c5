"""Step 6a, observe: rows laid end to end while hands are replayed, and the columns they become."""

from __future__ import annotations

from collections.abc import Callable
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
"""What is noted beside the columns of a table, to work others out."""

MISFIT = "misfit"
"""The column of a row's sentence about a value that did not fit. It stays with the row while others are worked out."""


Values = ParamSpec("Values")


class Rows:
    """Rows of one table in a single list: no object is kept for a row, and a column is every n-th value."""

    def __init__(self, table: str, row: type[Struct]) -> None:
        """`row`: the type that names the values of a row, in the order they are kept; no object of it is made."""
        self.table = table
        self.names = row.__struct_fields__
        self.values: list[Any] = []  # Any: columns are of many types; the frame checks them

    def adding(self, row: Callable[Values, Struct]) -> Callable[Values, None]:
        """What appends a row: called as the type would be, each value by its name."""
        known = {f"_{field.name}": field.default for field in _fields(row)}
        made: dict[str, Any] = known | {"_values": self.values}  # Any: defaults are of many types
        exec(_appending(cast("type[Struct]", row)), made)  # noqa: S102 - our own names are all that is in it
        return cast("Callable[Values, None]", made["add"])

    def whole(self) -> pl.DataFrame:
        """The rows of a table of no hands as they are stored: what does not fit is empty."""
        return self.frame().drop(MISFIT)

    def frame(self) -> pl.DataFrame:
        """The rows as columns, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
        width, types = len(self.names), NOTED | columns()[self.table]
        misfits: Misfits = {}
        made = [
            Column(self.table, name, types[name]).filled(self.values[place::width], misfits)
            for place, name in enumerate(self.names)
        ]
        told = pl.Series(MISFIT, [misfits.get(row) for row in range(len(made[0]))], pl.String)
        return pl.DataFrame([*made, told])


@cache
def _fields(row: Callable[..., Struct]) -> tuple[FieldInfo, ...]:
    """The fields of the type, whose annotations msgspec reads anew each time."""
    return fields(cast("type[Struct]", row))


@cache
def _appending(row: type[Struct]) -> CodeType:
    """A function with a parameter for each field: to make objects and take them apart later would cost much more."""
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
    """By `hand_key`, the sentence about a value of the hand that does not fit."""


def fitted(table: str, frame: pl.DataFrame) -> Fitted:
    """The rows of a table of HANDS as they are stored, whatever was worked out beside its columns."""
    told = frame[MISFIT]
    misfits: Misfits = {row: told[row] for row in told.is_not_null().arg_true()}
    rows = pl.DataFrame(
        [Column(table, name, kind).filled(frame[name], misfits) for name, kind in columns()[table].items()]
    )
    return Fitted(rows, {rows["hand_key"][row]: sentence for row, sentence in misfits.items()})
