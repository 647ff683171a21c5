"""Coach: which hands two players hold together after the last draw, from what they kept before it."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from histparse.model.errors import HistparseError
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import Masks, hand_numbers
from histparse.odds.card_sets import HAND
from histparse.odds.equity import pairs_of_kinds
from histparse.odds.ranges import Range
from histparse.odds.showdown import all_draws

_MOST_PAIRS = 20_000_000
"""Pairs of draws that are looked at, in seconds."""


class FinalHands(Struct, frozen=True):
    """What both hold when the river begins."""

    numbers: tuple[Masks, Masks]
    """The rank numbers that each may hold, from the best."""
    together: Floats
    """How often each pair is held, of 1: an array of the first player's by the second's. No card is in both hands."""


def final_hands(first: Range, second: Range, dead: int = 0) -> FinalHands:
    """The hands after the last draw, from one deck. `dead`: other cards, as a mask. Raises HistparseError."""
    found: dict[tuple[int, int], float] = {}
    looked = 0
    for (ours, theirs), unseen, often in pairs_of_kinds(first, second, dead):
        mine, others = _after_draw(ours, unseen), _after_draw(theirs, unseen)
        looked += len(mine) * len(others)
        if looked > _MOST_PAIRS:
            raise HistparseError(
                "there are too many draws to look at: name fewer hands, or keeps of three cards or more"
            )
        apart = (mine & ~ours)[:, None] & (others & ~theirs) == 0
        keys = hand_numbers(mine)[:, None] << 16 | hand_numbers(others)
        pairs, ways = np.unique(keys[apart], return_counts=True)
        for pair, share in zip(pairs.tolist(), (often * ways / apart.sum()).tolist(), strict=True):
            key = divmod(pair, 1 << 16)
            found[key] = found.get(key, 0) + share
    return _table(found)


def _after_draw(kept: int, unseen: int) -> Masks:
    return np.asarray(kept | all_draws(unseen, HAND - kept.bit_count()))


def _table(found: dict[tuple[int, int], float]) -> FinalHands:
    mine, others = (sorted({pair[place] for pair in found}) for place in (0, 1))
    together = np.zeros((len(mine), len(others)))
    for (ours, theirs), share in found.items():
        together[mine.index(ours), others.index(theirs)] = share
    return FinalHands((np.array(mine), np.array(others)), together / together.sum())
