"""Step 6b, rows: the few hands that the fast lane leaves of a batch, gathered until they are worth one of their own.

The columns of judged hands are made in some 150 steps, which take as long for one hand as for hundreds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from histparse.flow import judged_texts
from histparse.judging.hand_result import HandResult
from histparse.store.rows.batch import Batch, Frames, filled, without_plain

FEW = 20
"""Fewer than one in so many hands are few."""
ENOUGH = 400
"""Hands that are worth a batch of their own. Judged hands take much more memory than plain ones."""


class Begun(Struct, frozen=True):
    """What was made of a batch. Can be pickled."""

    frames: Frames
    left: Sequence[HandResult]
    """Those that are not in it."""


def begun(results: Sequence[HandResult]) -> Begun:
    """A finished batch without the hands that the fast lane leaves, if these are few: the work of one worker."""
    batch = Batch()
    others = without_plain(batch, results)
    few = len(others) * FEW < len(results)
    for result in () if few else judged_texts(others, batch.observe):
        batch.add(result)
    return Begun(batch.frames(), others if few else ())


class Left:
    """Gathers hands that were left."""

    def __init__(self) -> None:
        self._hands: list[HandResult] = []

    def between(self, loads: Iterable[Sequence[HandResult]]) -> Iterator[Sequence[HandResult]]:
        """The loads and, whenever there are enough of them, what was left of earlier ones."""
        for load in loads:
            yield load
            if len(self._hands) >= ENOUGH:
                left, self._hands = self._hands, []
                yield left

    def take(self, batches: Iterable[Begun]) -> Iterator[Frames]:
        """The batches, and at the end one of those still left."""
        for batch in batches:
            yield batch.frames
            self._hands += batch.left
        if self._hands:
            yield filled(self._hands)
