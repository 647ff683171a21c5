"""Odds: sets of cards as bits of an integer, many at once, and the rank numbers of hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from histparse.model.cards import DECK, RANKS, SUITS, Card, Cards
from histparse.model.ranking import WORST, describe

Masks = NDArray[np.int64]
"""Sets of cards: 13 bits a suit, deuces lowest."""

SUIT_BITS = len(RANKS)
IN_SUIT = (1 << SUIT_BITS) - 1
_SUITED = frozenset({"flush", "straight flush"})
_BITS = {card: 1 << (SUITS.index(card[1]) * SUIT_BITS + RANKS.index(card[0])) for card in DECK}
_BIT_OF = np.zeros((256, 256), np.int64)
"""The bit of a card by its two letters."""
for _card, _bit in _BITS.items():
    _BIT_OF[ord(_card[0]), ord(_card[1])] = _bit

EVERY_CARD = (1 << len(DECK)) - 1


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as one number."""
    return sum(_BITS[card] for card in cards)


def masks_in(letters: str, width: int) -> Masks:
    """The cards of texts that lie end to end, each with room for `width` cards and the blank behind each."""
    cards = np.frombuffer(letters.encode(), np.uint8).reshape(-1, width, 3)
    return np.asarray(_BIT_OF[cards[:, :, 0], cards[:, :, 1]].sum(1))


def cards_of(mask: int) -> Cards:
    """The cards of a number, from the highest down."""
    return tuple(card for card in reversed(DECK) if _BITS[card] & mask)


def suits_of(masks: Masks) -> Masks:
    """The ranks of each suit, 13 bits each: an array of suits by masks."""
    return np.stack([masks >> SUIT_BITS * suit & IN_SUIT for suit in range(len(SUITS))])


def single_cards(masks: Masks, size: int) -> Masks:
    """The cards of sets that all have that size, one by one: an array of cards by masks."""
    cards, rest = np.empty((size, len(masks)), np.int64), masks.copy()
    for place in range(size):
        cards[place] = rest & -rest
        rest ^= cards[place]
    return cards


def subsets(masks: Masks, size: int) -> Masks:
    """All subsets of sets of that size, those with the first card at odd places: an array of 2**size by masks."""
    found = np.zeros((1 << size, len(masks)), np.int64)
    for place, card in enumerate(single_cards(masks, size)):
        found[1 << place : 2 << place] = found[: 1 << place] + card
    return found


def hand_numbers(masks: Masks) -> NDArray[np.int64]:
    """The rank numbers of hands of five cards, as histparse.model.ranking counts them."""
    weights, sizes, keys, numbers = _tables()
    suits = suits_of(masks)
    flush = (sizes[suits] == 5).any(0)
    return np.asarray(numbers[np.searchsorted(keys, weights[suits].sum(0) * 2 + flush)])


def rank_keys(masks: Masks) -> Masks:
    """A number for the ranks of each set of up to five cards, whatever their suits."""
    return np.asarray(_tables()[0][suits_of(masks)].sum(0))


def numbered_together(keys: Sequence[Masks]) -> Masks:
    """A number for each combination of keys: an array for each, of the same length."""
    together = np.zeros_like(keys[0])
    for key in keys:
        number = np.unique(key, return_inverse=True)[1]
        together = np.unique(together * (number.max() + 1) + number, return_inverse=True)[1]
    return together


@cache
def _tables() -> tuple[Masks, Masks, Masks, Masks]:
    """Weights and sizes of the sets of ranks in a suit; the keys of all hands that differ in rank, and their numbers.

    A hand holds a rank at most four times, so a sum of powers of five identifies its ranks.
    """
    sets = np.arange(1 << SUIT_BITS)
    ranks = sets >> np.arange(SUIT_BITS)[:, None] & 1
    weight = {rank: 5**place for place, rank in enumerate(RANKS)}
    hands = map(describe, range(1, WORST + 1))
    keys = np.array([2 * sum(map(weight.__getitem__, one.ranks)) + (one.category in _SUITED) for one in hands])
    order = np.argsort(keys)
    return np.array(list(weight.values())) @ ranks, ranks.sum(0), keys[order], order + 1
