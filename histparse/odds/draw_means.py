"""Odds: the exact mean of numbers of a hand over all cards that a draw may bring, where low ones may be rarer.

As in `best_draws`, hands are counted, not dealt: sums over all hands that contain a set of cards, and inclusion and
exclusion over the cards that cannot come. Here the sums are kept apart by how many low cards a hand has, so that a low
card can count more or less than a high one.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import EVERY_CARD, Masks, mask_of, single_cards
from histparse.odds.card_sets import HAND, CardSets

LOW = mask_of(Card(rank + suit) for rank in RANKS[: RANKS.index("8") + 1] for suit in SUITS)
"""Deuces to eights: the cards that players of this game keep."""
_BLOCK = 1 << 14
"""Sets of cards that are looked up together."""
_CHOOSE = np.array([[comb(cards, drawn) for drawn in range(HAND + 1)] for cards in range(len(DECK) + 1)], np.float64)
"""The number of ways to draw k of n cards."""


class DrawMeans:
    """Numbers of every hand of five cards, and their means over draws."""

    def __init__(self, sets: CardSets, numbers: Floats) -> None:
        """Count the sums. `numbers`: an array of the sets of five cards by numbers."""
        self._index = sets.index
        self._numbers = numbers
        self._sums = _summed(sets, numbers)
        """By set of cards, low cards in the hand, and number."""

    def of(self, hands: Masks) -> Floats:
        """The numbers of these hands: an array of hands by numbers."""
        return np.asarray(self._numbers[self._index.ids(hands, HAND) - self._index.first[HAND]])

    def means(self, kept: Masks, gone: Masks, odds: Floats) -> Floats:
        """Their means over all cards that complete each hand: an array of draws by numbers.

        `gone`: other cards that cannot come. `odds`: how often a low card comes for each time that a high one does; 1
        where all cards are equally likely.
        """
        found = np.empty((len(kept), self._numbers.shape[1]))
        sizes = np.stack([np.bitwise_count(kept), np.bitwise_count(gone)])
        for size, out in np.unique(sizes, axis=1).T.tolist():
            alike = np.flatnonzero((sizes[0] == size) & (sizes[1] == out))
            step = max(1, _BLOCK // comb(out, min(out // 2, HAND - size)))
            for at in range(0, len(alike), step):
                rows = alike[at : at + step]
                found[rows] = self._means(kept[rows], size, gone[rows], out, odds[rows])
        return found

    def _means(self, kept: Masks, size: int, gone: Masks, out: int, odds: Floats) -> Floats:
        """Those of draws with as many cards kept, and as many gone."""
        weights = odds[:, None] ** np.arange(HAND + 1)
        sums = np.einsum("rln,rl->rn", self._none_gone(kept, size, gone, out), weights)
        unseen = EVERY_CARD & ~(kept | gone)
        low, high = np.bitwise_count(unseen & LOW), np.bitwise_count(unseen & ~LOW)
        drawn = np.arange(HAND - size + 1)
        ways = _CHOOSE[low[:, None], drawn] * _CHOOSE[high[:, None], drawn[::-1]] * weights[:, drawn]
        held = np.bitwise_count(kept & LOW)
        return np.asarray(sums / (ways.sum(1) * odds**held)[:, None])

    def _none_gone(self, kept: Masks, size: int, gone: Masks, out: int) -> Floats:
        """The sums over hands with the cards kept and none of those gone: draws by low cards by numbers."""
        cards = single_cards(gone, out)
        sums = np.zeros((len(kept), *self._sums.shape[1:]))
        for more in range(min(out, HAND - size) + 1):
            chosen = np.array([*combinations(range(out), more)], np.int64)
            sets = kept + cards[chosen].sum(1)
            of_sets = self._sums[self._index.ids(sets.ravel(), size + more)].reshape(*sets.shape, *sums.shape[1:])
            sums += (-1) ** more * of_sets.sum(0)
        return sums


def _summed(sets: CardSets, numbers: Floats) -> Floats:
    """The sums over all hands that contain each set of cards: sets by low cards in the hand by numbers."""
    first = sets.index.first
    sums = np.zeros((first[-1] + 1, HAND + 1, numbers.shape[1]))  # the last row is for the ids -1
    lows = np.bitwise_count(sets.index.keys[HAND] & LOW)
    sums[np.arange(first[HAND], first[-1]), lows] = numbers
    for size in range(HAND - 1, -1, -1):
        of_larger = sum(sums[larger] for larger in sets.one_more[size].T)
        sums[first[size] : first[size + 1]] = of_larger / (HAND - size)
    return sums[:-1]
