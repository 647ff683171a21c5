"""Odds: all sets of up to five cards of a deck, those that differ only in the names of suits counted as one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.cards import DECK, RANKS, Card
from histparse.odds.card_masks import IN_SUIT, SUIT_BITS, Masks, mask_of, subsets, suits_of

HAND = 5
Ids = NDArray[np.int32]
_BLOCK = 1 << 13
"""Hands that are looked up together."""


class Deck(Struct, frozen=True):
    """The cards that a hand can be made of: some matter one by one, of the others only their number does."""

    useful: int
    """The cards that matter, as a mask."""
    bricks: int = 0
    """How many others there are: they are worth nothing and are never kept."""

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return self.useful.bit_count() + self.bricks


def deck_without(gone: int = 0, top: str = RANKS[-1]) -> Deck:
    """The deck without those cards (a mask); ranks above `top` are bricks."""
    low = mask_of(card for card in DECK if RANKS.index(card[0]) <= RANKS.index(top))
    every = mask_of(DECK)
    return Deck(low & ~gone, (every & ~low & ~gone).bit_count())


class SetIndex:
    """The sets of up to five useful cards of a deck by their ids. Suits with the same cards are interchangeable.

    The ids go from 0, the empty set; sets of one size have successive ids, in the order of their keys.
    """

    def __init__(self, deck: Deck, keys: Sequence[Masks]) -> None:
        self.deck = deck
        self.keys = keys
        """The keys of the sets of each size: sets of the deck themselves, whose suits are in order."""
        self.first = [0, *np.cumsum([len(size) for size in keys]).tolist()]
        """The first id of each size, and the number of ids."""

    def ids(self, masks: Masks, size: int) -> Ids:
        """The ids of sets of that size."""
        return np.asarray(np.searchsorted(self.keys[size], canonical(self.deck, masks)) + self.first[size], np.int32)

    def subset_ids(self, masks: Masks, size: int) -> Ids:
        """The ids of all subsets of sets of that size, in the order of `subsets`."""
        found = np.empty((1 << size, len(masks)), np.int32)
        for at in range(0, len(masks), _BLOCK):
            parts = subsets(masks[at : at + _BLOCK], size)
            keys = canonical(self.deck, parts.ravel()).reshape(parts.shape)
            for many in range(size + 1):
                rows = [number for number in range(1 << size) if number.bit_count() == many]
                found[rows, at : at + _BLOCK] = np.searchsorted(self.keys[many], keys[rows]) + self.first[many]
        return found


class CardSets(Struct, frozen=True):
    """All these sets, and how they are made of each other."""

    index: SetIndex
    ways: list[NDArray[np.float64]]
    """How many sets each set of each size stands for."""
    one_more: list[Ids]
    """The ids of each set of each size with each other card: an array of sets by cards; -1 for a card in the set."""
    subset_ids: list[Ids]
    """The ids of all subsets of each set of each size: an array of subsets by sets."""


def all_sets(deck: Deck) -> CardSets:
    """The sets of a deck, from small to large."""
    cards = np.array([bit for bit in map(_bit, DECK) if bit & deck.useful])
    keys, ways, one_more, first = [np.zeros(1, np.int64)], [np.ones(1)], [], 1
    for size in range(HAND):
        larger = keys[size][:, None] | cards
        new = (larger != keys[size][:, None]).nonzero()
        found, places = np.unique(canonical(deck, larger[new]), return_inverse=True)
        ids = np.full(larger.shape, -1, np.int32)
        ids[new] = places + first
        one_more.append(ids)
        keys.append(found)
        ways.append(np.bincount(places, ways[size][new[0]], len(found)) / (size + 1))
        first += len(found)
    index = SetIndex(deck, keys)
    return CardSets(index, ways, one_more, [index.subset_ids(sets, size) for size, sets in enumerate(keys)])


def canonical(deck: Deck, masks: Masks) -> Masks:
    """The sets with their interchangeable suits in order: the key that they share."""
    groups = suit_groups(deck)
    sorted_ = in_order(groups[:, None] << SUIT_BITS | suits_of(masks).astype(np.int32)).astype(np.int64) & IN_SUIT
    key = np.zeros_like(masks)
    for suit, ranks in zip(np.argsort(groups, kind="stable").tolist(), sorted_, strict=True):
        key |= ranks << SUIT_BITS * suit
    return key


def suit_groups(deck: Deck) -> NDArray[np.int32]:
    """For each suit the first one with the same cards in the deck."""
    suits = suits_of(np.array([deck.useful]))[:, 0].tolist()
    return np.array([suits.index(suit) for suit in suits], np.int32)


def in_order(four: NDArray[np.integer]) -> NDArray[np.integer]:
    """Four numbers for each set, sorted: an array of 4 by sets."""
    a, b, c, d = four
    a, b, c, d = np.minimum(a, b), np.maximum(a, b), np.minimum(c, d), np.maximum(c, d)
    a, c, b, d = np.minimum(a, c), np.maximum(a, c), np.minimum(b, d), np.maximum(b, d)
    return np.stack([a, np.minimum(b, c), np.maximum(b, c), d])


def _bit(card: Card) -> int:
    return mask_of([card])
