"""Odds: in how many ways the last draw makes a hand or a better one, for many keeps at once."""

from __future__ import annotations

from functools import cache

import numpy as np

from histparse.model.cards import RANKS
from histparse.model.ranking import describe
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import SUIT_BITS, Masks, suits_of

UNPAIRED = 1278
"""The number of the worst hand that is no pair."""


def ways_to_make(kept: Masks, size: int, unseen: Masks, number: int) -> Floats:
    """The ways to complete keeps of that size to five cards with that number (1-1278) or a better one.

    Each set of ranks that makes such a hand is counted in any suits, and then taken off in one suit: those are flushes.
    """
    suits, left = suits_of(kept), suits_of(unseen)
    has = np.bitwise_or.reduce(suits, axis=0)
    ways = _completed(left, has, number)
    for suit in range(len(suits)):
        alone = (np.delete(suits, suit, axis=0) == 0).all(0)
        ways[alone] -= _completed(left[[suit]][:, alone], has[alone], number)
    return np.where(np.bitwise_count(has) == size, ways, 0)


def _completed(left: Masks, has: Masks, number: int) -> Floats:
    """The ways to complete the ranks a player has to any hand up to that number, of the cards left in these suits."""
    counts = [np.where(has >> rank & 1, 1, (left >> rank & 1).sum(0)) for rank in range(SUIT_BITS)]
    ways = np.zeros(len(has))
    for ranks in _unpaired()[:number]:
        fits = has & ~ranks == 0
        ways += np.prod([counts[rank] for rank in range(SUIT_BITS) if ranks >> rank & 1], axis=0) * fits
    return ways


@cache
def _unpaired() -> tuple[int, ...]:
    """The ranks of every hand without a pair, from the best."""
    hands = (describe(number).ranks for number in range(1, UNPAIRED + 1))
    return tuple(sum(1 << RANKS.index(rank) for rank in hand) for hand in hands)
