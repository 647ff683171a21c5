"""The fast lane: rows of records transposed into columns, each of which lies in one piece."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from histparse.columnar.compiled import Ints, entry_point
from histparse.columnar.replay.records import Records

TOGETHER = 64
"""Rows that are transposed at once: they and their places in the columns stay in the processor's cache."""


class Transposed:
    """Records by the names of their fields: `[name]` is a column, or several side by side for a field of several."""

    def __init__(self, records: np.ndarray, order: np.ndarray | None = None) -> None:
        """`order`: the rows that are taken, in their order; all if it is not given."""
        words = records.view(np.int64).reshape(len(records), records.dtype.itemsize // 8)
        rows = np.arange(len(records)) if order is None else order
        self._columns = np.empty((words.shape[1], len(rows)), np.int64)
        self._fields: Any = records.dtype.fields  # Any: numpy does not say what stands in a field's description
        turn(words, rows, self._columns)

    def __len__(self) -> int:
        return self._columns.shape[1]

    def __getitem__(self, name: str) -> np.ndarray:
        kind, offset = self._fields[name][:2]
        place, width = offset // 8, kind.itemsize // 8
        return self._columns[place : place + width].T if kind.shape else self._columns[place]


@entry_point
def turn(words: Ints, rows: Ints, columns: Ints) -> None:
    """Lay the words of those rows out by columns."""
    for first in range(0, len(rows), TOGETHER):
        end = min(first + TOGETHER, len(rows))
        for column in range(len(columns)):
            for row in range(first, end):
                columns[column, row] = words[rows[row], column]


class Rows(NamedTuple):
    """The recorded rows of a block."""

    hands: Transposed
    seats: Transposed
    decisions: Transposed
    """Each betting round together, as rates read them."""
    draws: Transposed
    printed: Transposed


def transposed(records: Records) -> Rows:
    """The rows that were recorded: copies, so that there is room for the next block."""
    ends = records.ends
    decided = records.decisions[: ends.decisions]
    return Rows(
        Transposed(records.hands[: ends.hands]),
        Transposed(records.seats[: ends.seats]),
        Transposed(decided, np.argsort(decided["street"], kind="stable")),
        Transposed(records.draws[: ends.draws]),
        Transposed(records.printed[: ends.printed]),
    )
