"""Odds: which hands a keep ends up with, when the draws after it are the best for low.

As in `best_draws`, sums over hands are looked up and subtracted; here each sum is a row of final hands by class, so
that a keep's worth is one product, whatever the classes are worth. The last draw is counted first.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from histparse.model.ranking import WORST
from histparse.odds.best_draws import BestDraws, none_of_the_others, sums_of_hands
from histparse.odds.card_sets import HAND, Floats, Ids, Masks, all_sets, deck_without, hand_numbers, subsets
from histparse.odds.constants import Array, constant
from histparse.odds.low_draws import DrawTable, low_draws, of_five

Shares = NDArray[np.float32]

ENDS = np.array(
    [
        *(1, 2, 3, 4, 7, 10, 14, 18, 22, 28, 34, 43, 52, 65, 80, 100, 121, 150, 185, 215, 246),
        *(300, 380, 455, 600, 784, 1030, 1278, 2700, 4138, 5000, WORST),
    ]
)
"""The worst rank number of each class of final hands: every seven, then a few classes for each highest card."""
CLASSES = len(ENDS)
KEEPS = 1 << HAND
DRAWS = 3
_WAYS = np.array([comb(52 - HAND, HAND - keep.bit_count()) for keep in range(KEEPS)], np.float32)
_BLOCK = 1 << 12


def class_of(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The classes of hands with these rank numbers."""
    return np.asarray(np.searchsorted(ENDS, numbers))


class Outcomes:
    """What becomes of keeps; those thrown in an earlier draw are taken to be in the deck again."""

    def __init__(self, sums: Shares) -> None:
        self._sums = sums
        """By draws to come after this one (0-2), ids of sets of cards, and classes."""
        self._index = low_draws().counted.index

    def worths(self, hands: Masks, draws: int, class_worths: Floats) -> Floats:
        """The worth of each keep of each hand with that many draws to come (1-3): an array of keeps by hands.

        `class_worths`: that of a final hand, an array of hands by classes; keeps in the order of `subsets`.
        """
        worths = np.empty((KEEPS, len(hands)))
        for start in range(0, len(hands), _BLOCK):
            part = slice(start, start + _BLOCK)
            ids = self._index.subset_ids(hands[part], HAND)
            worths[:, part] = np.einsum("shc,hc->sh", self._sums[draws - 1][ids], class_worths[part].astype(np.float32))
        return none_of_the_others(worths) / _WAYS[:, None]

    def best_draws(self, class_worths: Floats) -> BestDraws:
        """The best draws when a final hand of each class is worth that much, whoever holds it."""
        return BestDraws(self._index, [of_five(np.asarray(sums @ class_worths, np.float64)) for sums in self._sums])

    def shares(self, hands: Masks, draws: int, keeps: Masks) -> Floats:
        """How often each hand, of which that subset is kept, ends in each class: an array of hands by classes."""
        ids = self._index.subset_ids(hands, HAND)
        return np.asarray(_end_shares(self._sums[draws - 1], ids, keeps), np.float64)


@cache
def outcomes() -> Outcomes:
    """What becomes of all keeps, from the constants of the package."""
    return Outcomes(constant("outcomes_sums"))


def keep_numbers(hands: Masks, thrown: Masks) -> Masks:
    """Which of the `subsets` of each hand is kept if these cards are thrown."""
    return np.asarray((subsets(hands, HAND) == hands & ~thrown).argmax(0))


def count_outcomes() -> dict[str, Array]:
    """The constant from which outcomes are made, the last draw first: a hand becomes what its best keep becomes."""
    sets, low = all_sets(deck_without()), low_draws()
    hands, ids = sets.index.keys[HAND], sets.subset_ids[HAND]
    final = np.eye(CLASSES, dtype=np.float32)[class_of(hand_numbers(hands))]
    sums = []
    for draws in range(1, DRAWS + 1):
        sums.append(sums_of_hands(sets, final).astype(np.float32))
        if draws < DRAWS:
            final = _end_shares(sums[-1], ids, _best(low, hands, draws))
    return {"outcomes_sums": np.stack(sums)}


def _best(low: DrawTable, hands: Masks, draws: int) -> Masks:
    return keep_numbers(hands, hands & ~low.best_keeps(hands, draws))


def _end_shares(sums: Shares, ids: Ids, keeps: Masks) -> Shares:
    """What these keeps become, by inclusion and exclusion over the cards thrown."""
    shares = np.zeros((len(keeps), CLASSES), np.float32)
    for subset in range(KEEPS):
        rows = np.flatnonzero(keeps & ~subset == 0)
        odd = np.bitwise_count(keeps[rows] ^ subset) & 1
        shares[rows] += sums[ids[subset, rows]] * (1 - 2 * odd.astype(np.float32))[:, None]
    return shares / _WAYS[keeps, None]
