"""Step 6a, observe: rows appended to one flat list while hands are replayed, then turned into columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

import polars as pl

from histparse.store.observe.columns import Column, Misfits, columns, recorded_columns

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
        exec(_appending(self.names), made)  # noqa: S102 - it contains only our own names of columns
        # Taken out of its own globals: a reference cycle would keep the rows of every batch until garbage collection.
        self.add: Callable[..., None] = made.pop("add")

    def whole(self) -> pl.DataFrame:
        """The rows as stored, for a table not tied to hands: a value that does not fit is left empty."""
        return self.frame().drop(MISFIT)

    def frame(self) -> pl.DataFrame:
        """The rows as columns, and MISFIT: null, or the sentence about a value that did not fit and is left empty."""
        types, width = recorded_columns(self.table), len(self.names)
        misfits: Misfits = {}
        made = [
            Column(self.table, name, types[name]).filled(self.values[place::width], misfits)
            for place, name in enumerate(self.names)
        ]
        sentences = [misfits.get(row) for row in range(len(made[0]))] if misfits else [None] * len(made[0])
        return pl.DataFrame([*made, pl.Series(MISFIT, sentences, pl.String)])


@cache
def _appending(names: tuple[str, ...]) -> CodeType:
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


def fitted(table: str, frame: pl.DataFrame) -> Fitted:
    """The rows of a table of HANDS as stored, without auxiliary columns."""
    sentences = frame[MISFIT]
    misfits: Misfits = {row: sentences[row] for row in sentences.is_not_null().arg_true()}
    rows = pl.DataFrame(
        [Column(table, name, kind).filled(frame[name], misfits) for name, kind in columns()[table].items()]
    )
    return Fitted(rows, {rows["hand_key"][row]: sentence for row, sentence in misfits.items()})
