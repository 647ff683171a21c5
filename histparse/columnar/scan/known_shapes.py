"""The fast lane: the shapes that the grammar has been asked about, in a table that compiled code can look into."""

from __future__ import annotations

from typing import Any

import numpy as np

from histparse.columnar.compiled import Ints, entry_point, room
from histparse.columnar.scan.vocabulary import Kind, Meaning

SIZE = 1 << 13
"""Places of the table, a power of two."""
MOST = SIZE // 2
"""Shapes remembered; a file with more has lines that hardly come again."""


class KnownShapes:
    """Meanings by the hash of the shape. `hashes` and `meanings` are what compiled code reads."""

    def __init__(self) -> None:
        self.hashes = np.zeros(SIZE, np.uint64)
        self.meanings = room(Meaning, SIZE)
        self.count = 0

    @property
    def is_full(self) -> bool:
        """No further shape is remembered."""
        return self.count >= MOST

    def knows(self, shape: int) -> bool:
        """Whether the grammar has been asked about that shape."""
        return bool(self.meanings[place_of(self.hashes, np.uint64(shape))]["kind"] != Kind.UNKNOWN)

    def add(self, shape: int, meaning: np.void) -> None:
        """Remember what lines of that shape say."""
        if not self.is_full:
            place = place_of(self.hashes, np.uint64(shape))
            self.count += self.meanings[place]["kind"] == Kind.UNKNOWN
            self.hashes[place] = shape
            self.meanings[place] = meaning


@entry_point
def place_of(hashes: Ints, shape: np.uint64) -> Any:
    """Where in the table the shape is, or would be."""
    place: Any = np.int64(shape & np.uint64(SIZE - 1))  # Any: a word becomes a number
    while hashes[place] not in (np.uint64(0), shape):
        place = (place + 1) & (SIZE - 1)
    return place
