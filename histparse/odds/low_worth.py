"""Odds: what a hand is worth at showdown to somebody who simply draws for low.

It is the chance to beat an opponent who is dealt five cards, draws three times and shows down, and who chooses each
draw by the same worth; half of it for equal hands. The worth and the draws follow from each other: from a rough guess,
both are counted in turn until they no longer change.
"""

from __future__ import annotations

from math import comb

import numpy as np

from histparse.model.ranking import WORST
from histparse.odds.best_draws import Floats, count_best_draws
from histparse.odds.card_masks import Masks, hand_numbers
from histparse.odds.card_sets import HAND, CardSets

CHANGE = 0.005
"""Worths that change by less are final."""
_GUESS = 10
"""At first a hand is worth its chance to beat that many hands as they are dealt."""


def low_worth(sets: CardSets) -> Floats:
    """The worth of each rank number, from 0 to 1, counted with a full deck; number 0 is not used."""
    dealt = sets.ways[HAND] / sets.ways[HAND].sum()
    worth = _beaten(sets, dealt) ** _GUESS
    change = 1.0
    while change > CHANGE:
        before, worth = worth, _beaten(sets, _after_draws(sets, dealt, worth))
        change = np.abs(worth - before).max()
    return worth


def _after_draws(sets: CardSets, dealt: Floats, worth: Floats) -> Floats:
    """How often each hand is held after all draws."""
    held = dealt
    for keeps in reversed(count_best_draws(sets, worth).keeps):
        held = _after_draw(sets, keeps, held)
    return held


def _beaten(sets: CardSets, held: Floats) -> Floats:
    """The chance of each number to beat hands that are held that often."""
    shares = np.bincount(hand_numbers(sets.index.keys[HAND]), held, WORST + 1)
    return 1 - np.cumsum(shares) + shares / 2


def _after_draw(sets: CardSets, kept: Masks, held: Floats) -> Floats:
    """How often each hand is held after a draw, if that keep of each is chosen: inclusion and exclusion again."""
    unseen = sets.index.deck.size - HAND
    each = held / np.array([comb(unseen, HAND - keep.bit_count()) for keep in range(1 << HAND)])[kept]
    shares = np.zeros(sets.index.first[-1])
    for subset, ids in enumerate(sets.subset_ids[HAND]):
        signs = np.array([_sign(subset, keep) for keep in range(1 << HAND)])
        shares += np.bincount(ids, each * signs[kept], len(shares))
    return _spread(sets, shares)


def _sign(subset: int, keep: int) -> int:
    """How often hands with that subset count among those with the keep and none of the other cards."""
    return 0 if keep & ~subset else (-1) ** (subset ^ keep).bit_count()


def _spread(sets: CardSets, shares: Floats) -> Floats:
    """The shares of hands, when every set's share goes to all hands that contain it."""
    first = sets.index.first
    shares = np.append(shares, 0)  # for the ids -1
    for size, larger in enumerate(sets.one_more):
        each = shares[first[size] : first[size + 1]] / (HAND - size)
        shares += np.bincount(larger.ravel() % len(shares), np.repeat(each, larger.shape[1]), len(shares))
        shares[-1] = 0
    return np.asarray(shares[first[HAND] : -1])
