"""The fast lane: memory that the lanes of a process use in turn - for each site its own would be 40 MB more."""

from __future__ import annotations

from threading import Lock

import numpy as np

from histparse.columnar.compiled import one
from histparse.columnar.derived import Course
from histparse.columnar.note_rows import Noted, new_noted, start_again


class Scratch:
    """Used by who holds the lock; what is in it holds until the next block."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.course = one(Course)
        self.cleaned = np.zeros(0, np.uint8)
        """The clean texts of the block."""
        self._noted = new_noted(0)

    def noted_for(self, hands: int) -> Noted:
        """No rows yet, and room for those of that many hands."""
        if hands > len(self._noted.hands):
            self._noted = new_noted(hands)
        start_again(self._noted)
        return self._noted

    def cleaned_for(self, size: int) -> np.ndarray:
        """Room for texts of that many bytes."""
        if size > len(self.cleaned):
            self.cleaned = np.empty(size, np.uint8)
        return self.cleaned


SCRATCH = Scratch()
"""Of this process."""
