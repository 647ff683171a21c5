"""Step 6b, rows: the work of one worker - hand texts become a finished batch, plain ones by the fast import.

The columns of judged hands are made in some 150 steps, which take as long for one hand as for hundreds: so the few
hands that the fast import leaves of a batch are gathered until they are worth one of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from histparse.columnar.ready import is_ready
from histparse.flow import judged_texts
from histparse.judging.hand_result import HandResult
from histparse.store.observe.columns import recorded_columns
from histparse.store.observe.row_buffer import HANDS, framed
from histparse.store.rows.batch import Batch, Frames, is_full
from histparse.store.rows.derived import derived
from histparse.store.rows.keys import Tables

if TYPE_CHECKING:  # numba is loaded where it is used
    from histparse.columnar.rows.outcome import Outcome

MANY = 1_500
"""Short hands that are worth loading the fast import for: it takes half a second."""
FEW = 20
"""The hands that the fast import leaves are few if they are fewer than one in this many."""
ENOUGH = 400
"""Hands that are worth a batch of their own. Judged hands take much more memory than plain ones."""


class FirstPass(Struct, frozen=True):
    """What was made of a batch. Can be pickled."""

    frames: Frames
    left: Sequence[HandResult]
    """The hands that are not in it."""


def in_batches(size: int, results: Iterable[HandResult]) -> Iterator[list[HandResult]]:
    """The results in lists of `size` short hands, or of fewer longer ones: findings before a hand go with it."""
    some: list[HandResult] = []
    hands = letters = 0
    for result in results:
        some.append(result)
        if result.text is not None:
            hands += 1
            letters += len(result.text.text)
        if is_full(hands, letters, size):
            yield some
            some, hands, letters = [], 0, 0
    if some:
        yield some


def filled(results: Sequence[HandResult]) -> Frames:
    """A finished batch made from hand texts, which are parsed and judged here."""
    batch = Batch()
    _judge(batch, without_plain(batch, results))
    return batch.frames()


def first_pass(results: Sequence[HandResult]) -> FirstPass:
    """A finished batch without the hands that the fast import leaves, if these are few."""
    batch = Batch()
    others = without_plain(batch, results)
    few = len(others) * FEW < len(results)
    _judge(batch, () if few else others)
    return FirstPass(batch.frames(), others if few else ())


class Leftovers:
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

    def take(self, batches: Iterable[FirstPass]) -> Iterator[Frames]:
        """The batches, and at the end one of those still left."""
        for batch in batches:
            yield batch.frames
            self._hands += batch.left
        if self._hands:
            yield filled(self._hands)


def without_plain(batch: Batch, results: Sequence[HandResult]) -> Sequence[HandResult]:
    """The hands that are left, in their order, when the fast import has put those it finds plain into the batch."""
    if not (_is_worth_it(results) and is_ready()):
        return results
    from histparse.columnar.lane import run  # noqa: PLC0415 - numba is loaded where it is used

    made, others = run(results, finished)
    batch.add_plain(made)
    return others


def finished(outcome: Outcome) -> Tables:
    """The rows of plain hands by table; `hand_key` is the number of the hand, from 0."""
    from histparse.columnar.rows.plain_rows import plain_rows  # noqa: PLC0415 - as above

    rows = plain_rows(outcome, {table: recorded_columns(table) for table in HANDS})
    return derived({table: framed(table, values) for table, values in rows.items()})


def _judge(batch: Batch, results: Iterable[HandResult]) -> None:
    for result in judged_texts(results, batch.observe):
        batch.add(result)


def _is_worth_it(results: Sequence[HandResult]) -> bool:
    """Whether the fast import is loaded, as for the last batch of many, or should be."""
    letters = sum(len(result.text.text) for result in results if result.text)
    return is_full(len(results), letters, MANY) or "histparse.columnar.lane" in sys.modules
