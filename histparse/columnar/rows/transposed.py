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

    def __init__(self, records: np.ndarray) -> None:
        words = records.view(np.int64).reshape(len(records), records.dtype.itemsize // 8)
        self._columns = np.empty(words.shape[::-1], np.int64)
        self._fields: Any = records.dtype.fields  # Any: numpy does not say what stands in a field's description
        turn(words, self._columns)

    def __len__(self) -> int:
        return len(self._columns[0])

    def __getitem__(self, name: str) -> np.ndarray:
        kind, offset = self._fields[name][:2]
        place, width = offset // 8, kind.itemsize // 8
        return self._columns[place : place + width].T if kind.shape else self._columns[place]


@entry_point
def turn(words: Ints, columns: Ints) -> None:
    """Lay the words of the rows out by columns."""
    for first in range(0, len(words), TOGETHER):
        end = min(first + TOGETHER, len(words))
        for column in range(len(columns)):
            for row in range(first, end):
                columns[column, row] = words[row, column]


class Rows(NamedTuple):
    """The recorded rows of a block."""

    hands: Transposed
    seats: Transposed
    decisions: Transposed
    draws: Transposed
    showdowns: Transposed

    def of_tables(self) -> dict[str, Transposed]:
        """The rows by table, but for `hands`, of which more is recorded."""
        return {table: rows for table, rows in self._asdict().items() if table != "hands"}


def transposed(records: Records) -> Rows:
    """The rows that were recorded: copies, so that there is room for the next block."""
    return Rows(*(Transposed(getattr(records, kind)[: getattr(records.ends, kind)]) for kind in Rows._fields))
