"""Odds: what every keep of every hand is worth with draws to come, and so the best draw.

Hands are counted, not dealt. Let a number be known for every hand, its worth after the draw, and let S(X) be the sum of
it over all hands that contain the cards X. Those who keep K of a hand and throw D get every hand that contains K and
none of D once, and so, by inclusion and exclusion, the sum of S(K with T) over all subsets T of D, with the sign of the
size of T. A hand has only 32 subsets, and S is a sum over one more card of S.

The five cards in hand are known to the player; those thrown in an earlier draw are taken to be in the deck again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.card_sets import HAND, CardSets, Deck, Floats, Ids, Masks, SetIndex, hand_numbers, subsets

_BLOCK = 1 << 13
"""Hands that are looked at together: their sums stay in the processor's caches."""
_EQUAL = 1e-12
"""Worths as near as that are equal: they were added up in another order."""


class BestKeeps(Struct, frozen=True):
    """The best draw of many hands."""

    keeps: Masks
    """The useful cards to keep; of equally good keeps the largest."""
    worths: Floats
    """What is then expected."""


class BestDraws:
    """The best draws from a deck, as counted by `count_best_draws`."""

    def __init__(self, index: SetIndex, sums: Sequence[Floats]) -> None:
        self.index = index
        self.sums = sums
        """With 0, 1 and 2 draws to come: sums of worths over all hands of 0-5 useful cards (rows) that contain each
        set (columns)."""

    def worths(self, hands: Masks, size: int, draws: int) -> Floats:
        """What each keep is worth on average with 1-3 draws to come: an array of keeps by hands.

        `hands`: the useful cards of each, all of that `size`; keeps in the order of `subsets`.
        """
        return self.worths_of(self.index.subset_ids(hands, size), draws)

    def worths_of(self, subset_ids: Ids, draws: int) -> Floats:
        """What hands with these subsets are worth."""
        return _worths(self.index.deck, self.sums[draws - 1], subset_ids)

    def best(self, hands: Masks, size: int, draws: int, most: int = HAND) -> BestKeeps:
        """The best draw of each of these hands, which all have that many useful cards; `most` may be kept."""
        worths = self.worths(hands, size, draws)
        worths[[keep.bit_count() > most for keep in range(1 << size)]] = -np.inf
        keeps = np.take_along_axis(subsets(hands, size), largest(worths)[None], 0)[0]
        return BestKeeps(keeps, worths.max(0))


class Counted(Struct, frozen=True):
    """Best draws, and those of every hand of the deck."""

    draws: BestDraws
    keeps: list[Masks]
    """With 1-3 draws to come, the place of the best keep among the subsets of each set of five useful cards."""


def count_best_draws(sets: CardSets, by_number: Floats, most: int = 3) -> Counted:
    """The best draws when a hand with each rank number is worth `by_number[number]` at the end; `most`: draws to come.

    If the deck has bricks, `by_number` has to be 0 for all hands that contain one.
    """
    hand_worths = np.zeros(sets.index.first[-1])
    hand_worths[sets.index.first[HAND] :] = by_number[hand_numbers(sets.index.keys[HAND])]
    sums, keeps = [], []
    for _ in range(most):
        sums.append(_summed(sets, hand_worths))
        worths_by_size = [_worths(sets.index.deck, sums[-1], ids) for ids in sets.subset_ids]
        keeps.append(largest(worths_by_size[HAND]))
        hand_worths = np.concatenate([worths.max(0) for worths in worths_by_size])
    return Counted(BestDraws(sets.index, sums), keeps)


def _worths(deck: Deck, sums: Floats, ids: Ids | Masks) -> Floats:
    """What each keep of hands with these subsets is worth."""
    size = len(ids).bit_length() - 1
    bricks = deck.bricks - (HAND - size)
    if bricks < 0:  # there are no such hands
        return np.zeros(ids.shape)
    often = np.array([comb(bricks, HAND - useful) for useful in range(HAND + 1)])
    if ids.size < sums.shape[1]:  # few hands: only their sums
        of_sets, ids = often @ sums[:, ids.ravel()], np.arange(ids.size).reshape(ids.shape)
    else:
        of_sets = often @ sums
    ways = np.array([comb(deck.size - HAND, HAND - keep.bit_count()) for keep in range(1 << size)], np.float64)
    worths = np.empty(ids.shape)
    for start in range(0, ids.shape[1], _BLOCK):
        worths[:, start : start + _BLOCK] = none_of_the_others(of_sets[ids[:, start : start + _BLOCK]]) / ways[:, None]
    return worths


def none_of_the_others(sums: Floats) -> Floats:
    """For each subset of a hand, the sum over the hands that contain it and none of the other cards."""
    for place in range(len(sums).bit_length() - 1):
        pairs = sums.reshape(len(sums) >> place + 1, 2, 1 << place, sums.shape[1])
        pairs[:, 0] -= pairs[:, 1]
    return sums


def largest(worths: Floats) -> Masks:
    """The keeps with the largest worths: of equal ones that of most cards."""
    order = sorted(range(len(worths)), key=int.bit_count)
    largest = worths.max(0) - _EQUAL
    chosen = np.zeros(worths.shape[1], np.int64)
    for keep in order:
        np.copyto(chosen, keep, where=worths[keep] >= largest)
    return chosen


def _summed(sets: CardSets, hand_worths: Floats) -> Floats:
    """The sums over hands of 0-5 useful cards (rows) that contain each set (columns)."""
    first, sums = sets.index.first, np.zeros((HAND + 1, len(hand_worths)))
    for useful in range(HAND + 1):
        span = slice(first[useful], first[useful + 1])
        sums[useful, span] = hand_worths[span]
        for size in range(useful - 1, -1, -1):
            larger = np.append(sums[useful], 0)[sets.one_more[size]]  # -1 is the 0 at the end
            sums[useful, first[size] : first[size + 1]] = larger.sum(1) / (useful - size)
    return sums


def sums_of_hands(sets: CardSets, of_hands: NDArray[Any]) -> Floats:
    """The sums over all hands of five cards that contain each set, which may be rows of numbers: an array by sets."""
    first = sets.index.first
    sums = np.zeros((first[-1] + 1, *of_hands.shape[1:]))  # the last row is for the ids -1
    sums[first[HAND] : -1] = of_hands
    for size in range(HAND - 1, -1, -1):
        for start in range(first[size], first[size + 1], _BLOCK):
            end = min(start + _BLOCK, first[size + 1])
            larger = sets.one_more[size][start - first[size] : end - first[size]]
            sums[start:end] = sum(sums[column] for column in larger.T) / (HAND - size)
    return sums[:-1]
