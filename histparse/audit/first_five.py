"""Audit: how likely each hand of five cards is to be dealt, exactly."""

from __future__ import annotations

from functools import cache
from math import comb, prod

import numpy as np

from histparse.model.cards import DECK, SUITS
from histparse.model.ranking import WORST, describe
from histparse.odds.best_draws import Floats

DEALS = comb(len(DECK), 5)
IN_SUIT = frozenset({"flush", "straight flush"})


@cache
def ways() -> Floats:
    """In how many of the 2,598,960 deals each hand comes, by its number; that of number 0 is 0."""
    return np.array([0, *map(_ways, range(1, WORST + 1))], np.float64)


@cache
def classes() -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """The classes of hands from best to worst, and the place of each number among them."""
    named = [describe(number).category for number in range(1, WORST + 1)]
    names = list(dict.fromkeys(named))
    return names, np.array([0, *map(names.index, named)])


def _ways(number: int) -> int:
    hand = describe(number)
    if hand.category in IN_SUIT:
        return len(SUITS)
    together = prod(comb(len(SUITS), hand.ranks.count(rank)) for rank in set(hand.ranks))
    return together - len(SUITS) * (len(set(hand.ranks)) == 5)
