"""Odds: cards counted by rank where suits cannot matter much, or one by one: what can be drawn, and what that makes."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.cards import RANKS, SUITS
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import EVERY_CARD, SUIT_BITS, Masks, hand_numbers, suits_of

Counts = NDArray[np.int64]
"""How many cards are in each cell: arrays of sets of cards by cells."""

_NEVER = 1e-30
_SIZES = range(len(SUITS) + 1)
_WAYS = np.array([[comb(left, some) for some in _SIZES] for left in _SIZES], np.float64)
"""In how many ways some cards of a cell can be drawn, by how many are left."""
_SPREAD = np.array(
    [
        [sum(1 << SUIT_BITS * ((rank + card) % len(SUITS)) + rank for card in range(size)) for size in _SIZES]
        for rank in range(len(RANKS))
    ]
)
"""Some cards of each rank, in suits that make no five of different ranks a flush."""


class Cells(Struct, frozen=True):
    """A deck: ranks, or single cards."""

    there: Counts
    """How many cards each cell has."""

    @property
    def are_ranks(self) -> bool:
        """Whether suits are not told apart."""
        return len(self.there) == len(RANKS)

    def count(self, masks: Masks) -> Counts:
        """How many cards of each cell are in each set."""
        suits = suits_of(masks)
        cards = (suits[:, :, None] >> np.arange(SUIT_BITS) & 1).swapaxes(0, 1)
        return np.asarray(cards.sum(1) if self.are_ranks else cards.reshape(len(masks), -1), np.int64)

    def draws(self, size: int) -> Counts:
        """All that so many cards can be."""
        places = np.array([*combinations_with_replacement(range(len(self.there)), size)], np.int64)
        found = (places[:, :, None] == np.arange(len(self.there))).sum(1)
        return np.asarray(found[(found <= self.there).all(1)], np.int64)

    def chances_to_draw(self, left: Counts, drawn: Counts) -> Floats:
        """The chance of each draw from what is left: an array of decks by draws."""
        ways = np.ones((len(left), len(drawn)))
        for cell in range(len(self.there)):
            ways *= _WAYS[left[:, cell]][:, drawn[:, cell]]
        return np.asarray(ways / np.maximum(ways.sum(1, keepdims=True), 1))

    def cards(self, hands: Counts) -> Masks:
        """The cards; of ranks, some in suits that make no flush."""
        if self.are_ranks:
            return np.asarray(_SPREAD[np.arange(SUIT_BITS), hands].sum(1))
        return np.asarray(hands @ (1 << np.arange(EVERY_CARD.bit_length())))

    def apart(self, first: Counts, second: Counts) -> NDArray[np.float32]:
        """The chance that sets of cards, each in any suits, have none in common: an array of the first by the second.

        The chances of cells are multiplied by adding their logarithms.
        """
        sizes = range(int(self.there.max()) + 1)
        chances = [
            [
                [comb(there - one, other) / comb(there, other) if one + other <= there else 0 for other in sizes]
                for one in sizes
            ]
            for there in self.there.tolist()
        ]
        logs = np.log(np.maximum(np.array(chances), _NEVER)).astype(np.float32)
        is_there = (second[:, :, None] == np.array(sizes)).astype(np.float32)
        added = logs[np.arange(len(logs)), first].reshape(len(first), -1) @ is_there.reshape(len(second), -1).T
        return np.asarray(np.exp(added, out=added), np.float32)


def by_rank(dead: int) -> Cells:
    """The deck without these cards (a mask), suits not told apart."""
    cards = suits_of(np.array([EVERY_CARD & ~dead]))[:, 0]
    return Cells(np.asarray((cards[:, None] >> np.arange(SUIT_BITS) & 1).sum(0), np.int64))


def by_card(dead: int) -> Cells:
    """The deck without these cards (a mask), card by card."""
    return Cells(np.asarray((EVERY_CARD & ~dead) >> np.arange(EVERY_CARD.bit_length()) & 1, np.int64))


def flushes(ranks: Counts) -> Masks:
    """The rank numbers of flushes with these ranks."""
    return hand_numbers(np.asarray(ranks @ (1 << np.arange(SUIT_BITS))))
