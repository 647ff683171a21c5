"""Step 6b, rows: the work of one worker - hand texts become a finished batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from histparse.flow import judged_texts
from histparse.judging.hand_result import HandResult
from histparse.store.rows.batch import Batch, Frames, is_full


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
    for result in judged_texts(results, batch.observe):
        batch.add(result)
    return batch.frames()
