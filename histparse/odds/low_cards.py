"""Odds: how many low cards, deuces to eights, are among cards that are drawn."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import Masks, mask_of
from histparse.odds.card_sets import HAND

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
    there = np.where(number <= drawn, CHOOSE[low, number] * CHOOSE[high, np.maximum(drawn - number, 0)], 0)
    return np.asarray(there / CHOOSE[low + high, drawn])


@cache
def by_chance(cards: int) -> Floats:
    """The chance of each number of low cards, 0 to MOST_TAKEN, among cards of the deck."""
    return np.pad(of_deck(0, 0, cards), (0, MOST_TAKEN - cards))


@cache
def of_deck(taken: int, low: int, drawn: int) -> Floats:
    """The chance of 0, 1, ... low cards among those drawn when `taken` are gone, by how many of these were low."""
    left, high = LOW_CARDS - low, len(DECK) - LOW_CARDS - (taken - low)
    return np.array([comb(left, one) * comb(high, drawn - one) for one in range(drawn + 1)]) / comb(left + high, drawn)


@cache
def ways(cards: int) -> Floats:
    """In how many ways 0 to MOST_TAKEN cards of a number of cards are low."""
    return CHOOSE[cards, : MOST_TAKEN + 1]
