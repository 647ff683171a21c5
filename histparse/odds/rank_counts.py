"""Odds: cards by how many there are of each rank - sets of them, what can be drawn, and the hands these make."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from histparse.model.cards import RANKS, SUITS
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import SUIT_BITS, Masks, hand_numbers, suits_of

Counts = NDArray[np.int64]
"""Arrays of sets of cards by ranks."""

_WAYS = np.array([[comb(left, some) for some in range(len(SUITS) + 2)] for left in range(len(SUITS) + 1)], np.float64)
"""In how many ways some cards of a rank can be drawn, by how many are left."""
_SPREAD = np.array(
    [
        [sum(1 << SUIT_BITS * ((rank + card) % len(SUITS)) + rank for card in range(size)) for size in range(5)]
        for rank in range(len(RANKS))
    ]
)
"""Some cards of each rank, in suits that make no five of different ranks a flush."""


_NEVER = 1e-30


def rank_counts(masks: Masks) -> Counts:
    """How many cards of each rank are in each set."""
    suits = suits_of(masks)
    return np.asarray((suits[:, :, None] >> np.arange(SUIT_BITS) & 1).sum(0), np.int64)


def drawn_counts(size: int) -> Counts:
    """All ranks that so many cards can have."""
    found = [np.bincount(ranks, minlength=SUIT_BITS) for ranks in combinations_with_replacement(range(SUIT_BITS), size)]
    some = np.array(found) if size else np.zeros((1, SUIT_BITS))
    return np.asarray(some[some.max(1) <= len(SUITS)], np.int64)


def chances_to_draw(left: Counts, drawn: Counts) -> Floats:
    """The chance of each draw from what is left of each rank: arrays of decks by draws."""
    ways = np.prod(_WAYS[left[:, None], drawn], axis=2)
    return np.asarray(ways / np.maximum(ways.sum(1, keepdims=True), 1))


def unsuited(hands: Counts) -> Masks:
    """Cards with these ranks that are no flush."""
    return np.asarray(_SPREAD[np.arange(SUIT_BITS), hands].sum(1))


def numbers_of(hands: Counts, *, flush: bool = False) -> Masks:
    """The rank numbers of hands of five cards."""
    return hand_numbers(np.asarray(hands @ (1 << np.arange(SUIT_BITS))) if flush else unsuited(hands))


def apart(first: Counts, second: Counts, deck: Counts) -> NDArray[np.float32]:
    """The chance that cards of these ranks, in any suits, are all different: arrays of the first by the second.

    `deck` is how many there are of each rank. The chances of the ranks are multiplied by adding their logarithms.
    """
    sizes = range(len(SUITS) + 1)
    chances = [
        [
            [comb(there - one, other) / comb(there, other) if one + other <= there else 0 for other in sizes]
            for one in sizes
        ]
        for there in deck.tolist()
    ]
    logs = np.log(np.maximum(np.array(chances), _NEVER)).astype(np.float32)
    ranks = np.arange(SUIT_BITS)
    is_there = (second[:, :, None] == np.arange(len(SUITS) + 1)).astype(np.float32)
    together = logs[ranks, first].reshape(len(first), -1) @ is_there.reshape(len(second), -1).T
    return np.exp(together, out=together)
