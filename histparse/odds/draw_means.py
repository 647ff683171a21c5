"""Odds: the exact mean of numbers of a hand over all cards that a draw may bring, where low ones may be rarer.

As in `best_draws`, hands are counted, not dealt: sums over all hands that contain a set of cards, and inclusion and
exclusion over the cards that cannot come. Here the sums are kept apart by how many low cards a hand has, so that each
number of low cards can be as likely as is said.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.odds.best_draws import sums_of_hands
from histparse.odds.card_sets import EVERY_CARD, HAND, CardSets, Floats, Masks, SetIndex, mask_of, single_cards

LOW = mask_of(Card(rank + suit) for rank in RANKS[: RANKS.index("8") + 1] for suit in SUITS)
"""Deuces to eights: the cards that players of this game keep."""
LOW_CARDS = LOW.bit_count()
MOST_TAKEN = 4 * HAND
"""Cards that a player is dealt and draws in all, at most."""
CHOOSE = np.array(
    [[comb(cards, drawn) for drawn in range(len(DECK) + 1)] for cards in range(len(DECK) + 1)], np.float64
)
"""The number of ways to draw k of n cards."""


def low_drawn(stub: Masks, drawn: Masks) -> Floats:
    """The chance of each number of low cards among cards drawn from these: an array of draws by low cards, 0-5."""
    low, high = np.bitwise_count(stub & LOW)[:, None], np.bitwise_count(stub & ~LOW)[:, None]
    return chances(low, high, drawn[:, None])


def chances(low: Masks, high: Masks, drawn: Masks) -> Floats:
    """The chance of each number of low cards, 0-5, in the last place of an array, among cards that have as many."""
    number = np.arange(HAND + 1)
    ways_to_draw = np.where(number <= drawn, CHOOSE[low, number] * CHOOSE[high, np.maximum(drawn - number, 0)], 0)
    return np.asarray(ways_to_draw / CHOOSE[low + high, drawn])


@cache
def by_chance(cards: int) -> Floats:
    """The chance of each number of low cards, 0 to MOST_TAKEN, among cards of the deck."""
    return np.pad(of_deck(0, 0, cards), (0, MOST_TAKEN - cards))


@cache
def of_deck(removed: int, low: int, drawn: int) -> Floats:
    """The chance of 0, 1, ... low cards among those drawn when `removed` are gone, by how many of these were low."""
    left, high = LOW_CARDS - low, len(DECK) - LOW_CARDS - (removed - low)
    return np.array([comb(left, lows) * comb(high, drawn - lows) for lows in range(drawn + 1)]) / comb(
        left + high, drawn
    )


@cache
def ways(cards: int) -> Floats:
    """In how many ways 0 to MOST_TAKEN cards of a number of cards are low."""
    return CHOOSE[cards, : MOST_TAKEN + 1]


_BLOCK = 1 << 14
"""Sets of cards that are looked up together."""


class DrawMeans:
    """Numbers of every hand of five cards, and their means over draws."""

    def __init__(self, index: SetIndex, numbers: Floats, sums: Floats) -> None:
        """`numbers`: an array of the sets of five cards by numbers; `sums`: those of `sums_within`."""
        self._index = index
        self._numbers = numbers
        self._sums = sums

    def numbers_of(self, hands: Masks) -> Floats:
        """The numbers of these hands: an array of hands by numbers."""
        return np.asarray(self._numbers[self._index.ids(hands, HAND) - self._index.first[HAND]])

    def means(self, keeps: Masks, dead: Masks, low: Floats) -> Floats:
        """The means of the hands' numbers over all cards that complete each hand: an array of draws by numbers.

        `dead`: other cards that cannot come. `low`: the chance of each number of low cards, 0-5, among those that come;
        of cards with as many, all are equally likely.
        """
        means = np.empty((len(keeps), self._numbers.shape[1]))
        sizes = np.stack([np.bitwise_count(keeps), np.bitwise_count(dead)])
        for size, dead_count in np.unique(sizes, axis=1).T.tolist():
            alike = np.flatnonzero((sizes[0] == size) & (sizes[1] == dead_count))
            step = max(1, _BLOCK // comb(dead_count, min(dead_count // 2, HAND - size)))
            for start in range(0, len(alike), step):
                rows = alike[start : start + step]
                means[rows] = self._means(keeps[rows], size, dead[rows], dead_count, low[rows])
        return means

    def _means(self, keeps: Masks, size: int, dead: Masks, dead_count: int, low: Floats) -> Floats:
        """The means of draws that all keep `size` cards and have `dead_count` cards gone."""
        unseen, drawn = EVERY_CARD & ~(keeps | dead), np.arange(HAND - size + 1)
        lows, highs = np.bitwise_count(unseen & LOW), np.bitwise_count(unseen & ~LOW)
        ways = CHOOSE[lows[:, None], drawn] * CHOOSE[highs[:, None], drawn[::-1]]
        chances = np.where(ways > 0, low[:, drawn], 0)
        draw_chances = chances / np.where(ways > 0, ways, 1) / chances.sum(1, keepdims=True)
        in_hand = np.bitwise_count(keeps & LOW)[:, None] + drawn
        weights = np.zeros((len(keeps), HAND + 1))
        np.put_along_axis(weights, in_hand.astype(np.int64), draw_chances, 1)
        return self._none_gone(keeps, size, dead, dead_count, weights)

    def _none_gone(self, keeps: Masks, size: int, dead: Masks, dead_count: int, weights: Floats) -> Floats:
        """The sums over hands with the cards kept and none of those gone, weighed by their low cards, 0-5."""
        cards = single_cards(dead, dead_count)
        sums = np.zeros((len(keeps), self._numbers.shape[1]))
        for more in range(min(dead_count, HAND - size) + 1):
            chosen = np.array([*combinations(range(dead_count), more)], np.int64)
            sets = keeps + cards[chosen].sum(1)
            weighed = self._weighed_hands if size + more == HAND else self._weighed_sums
            sums += (-1) ** more * weighed(sets, size + more, weights)
        return sums

    def _weighed_hands(self, sets: Masks, _size: int, weights: Floats) -> Floats:
        """The sums of hands' numbers, each weighed by its low cards; `sets`: an array of sets by draws."""
        lows = np.bitwise_count(sets & LOW).astype(np.int64)
        weight = np.take_along_axis(weights.T, lows, 0)
        return np.asarray(np.einsum("sr,srn->rn", weight, self.numbers_of(sets.ravel()).reshape(*sets.shape, -1)))

    def _weighed_sums(self, sets: Masks, size: int, weights: Floats) -> Floats:
        """The sums over all hands that contain sets of that size, weighed alike."""
        of_sets = self._sums[self._index.ids(sets.ravel(), size)].reshape(*sets.shape, *self._sums.shape[1:])
        return np.asarray(np.einsum("rl,rln->rn", weights, of_sets.sum(0)))


def sums_within(sets: CardSets, numbers: Floats) -> Floats:
    """The sums of numbers over all hands that contain each set of up to four cards: sets by low cards by numbers."""
    hands = sets.index.keys[HAND]
    by_low = np.zeros((len(hands), HAND + 1, numbers.shape[1]))
    by_low[np.arange(len(hands)), np.bitwise_count(hands & LOW)] = numbers
    return sums_of_hands(sets, by_low)[: sets.index.first[HAND]]
