"""Odds: two keeps, one draw to come - who wins, counted over all cards that both can draw from the same deck.

All pairs of draws are counted, and those taken off in which both draw the same card: by inclusion and exclusion over
the cards that both contain.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from msgspec import Struct

from histparse.model.ranking import WORST
from histparse.odds.card_masks import Masks, hand_numbers, subsets
from histparse.odds.card_sets import HAND


class Outcomes(Struct, frozen=True):
    """In how many ways the first of two hands wins, and is equal, of how many."""

    wins: int
    ties: int
    ways: int


def size_of(keep: int, unseen: int) -> int:
    """How much there is to count for a keep; what it takes for two is about the sum."""
    drawn = HAND - keep.bit_count()
    return comb(unseen.bit_count(), drawn) << drawn


def showdown(first: int, second: int, unseen: int) -> Outcomes:
    """The outcomes when both draw to five from the unseen cards; all are masks, and no card is in two of them."""
    ours, theirs = (_after_draw(keep, unseen) for keep in (first, second))
    drawn = HAND - first.bit_count(), HAND - second.bit_count()
    wins = ties = 0
    for shared in range(min(drawn) + 1):
        better, equal = _compared(_with_subsets(*ours, drawn[0], shared), _with_subsets(*theirs, drawn[1], shared))
        wins += (-1) ** shared * better
        ties += (-1) ** shared * equal
    cards = unseen.bit_count()
    return Outcomes(wins, ties, comb(cards, drawn[0]) * comb(cards - drawn[0], drawn[1]))


def _after_draw(keep: int, unseen: int) -> tuple[Masks, Masks]:
    """All that can be drawn, and the numbers of the hands."""
    new = all_draws(unseen, HAND - keep.bit_count())
    return new, hand_numbers(keep | new)


def all_draws(unseen: int, size: int) -> Masks:
    """All sets of that many of these cards."""
    cards = [1 << place for place in range(unseen.bit_length()) if unseen >> place & 1]
    return np.array([sum(some) for some in combinations(cards, size)], np.int64)


def _with_subsets(new: Masks, numbers: Masks, drawn: int, shared: int) -> tuple[Masks, Masks]:
    """Each draw as often as it has subsets of that size: the subsets, and the numbers."""
    places = [place for place in range(1 << drawn) if place.bit_count() == shared]
    return subsets(new, drawn)[places].ravel(), np.tile(numbers, len(places))


def _compared(ours: tuple[Masks, Masks], theirs: tuple[Masks, Masks]) -> tuple[int, int]:
    """How many pairs with the same subset we win, and how many are equal."""
    _, groups = np.unique(np.concatenate([ours[0], theirs[0]]), return_inverse=True)
    apart = WORST + 2
    first = groups[: len(ours[0])] * apart + ours[1]
    second = np.sort(groups[len(ours[0]) :] * apart + theirs[1])
    end = np.searchsorted(second, (first // apart + 1) * apart)
    worse = np.searchsorted(second, first, "right")
    return int((end - worse).sum()), int((worse - np.searchsorted(second, first)).sum())
