"""The fast lane: the shapes that the grammar has been asked about, in a table that compiled code can look into."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from histparse.columnar.compiled import Ints, entry_point, room
from histparse.columnar.scan.vocabulary import Kind, Meaning

SIZE = 1 << 13
"""Places of the table, a power of two."""
MOST = SIZE // 2
"""Shapes remembered; a file with more has lines that hardly come again."""


class Shapes(NamedTuple):
    """The shapes that are known, as compiled code reads them."""

    hashes: Ints
    meanings: Ints


class KnownShapes:
    """Meanings by the hash of the shape."""

    def __init__(self) -> None:
        self.shapes = Shapes(np.zeros(SIZE, np.uint64), room(Meaning, SIZE))
        self.count = 0

    @property
    def is_full(self) -> bool:
        """No further shape is remembered."""
        return self.count >= MOST

    def knows(self, shape: int) -> bool:
        """Whether the grammar has been asked about that shape."""
        place = place_of(self.shapes.hashes, np.uint64(shape))
        return bool(self.shapes.meanings[place]["kind"] != Kind.UNKNOWN)

    def add(self, shape: int, meaning: np.void) -> None:
        """Remember what lines of that shape say."""
        if not self.is_full:
            hashes, meanings = self.shapes
            place = place_of(hashes, np.uint64(shape))
            self.count += meanings[place]["kind"] == Kind.UNKNOWN
            hashes[place], meanings[place] = shape, meaning


@entry_point
def place_of(hashes: Ints, shape: np.uint64) -> Any:
    """Where in the table the shape is, or would be."""
    place: Any = np.int64(shape & np.uint64(SIZE - 1))  # Any: a word becomes a number
    while hashes[place] not in (np.uint64(0), shape):
        place = (place + 1) & (SIZE - 1)
    return place
