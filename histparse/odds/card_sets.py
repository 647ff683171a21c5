"""Odds: sets of cards as bits of an integer, ranges of hands made of them, and all sets of up to five cards of a deck.

Sets that differ only in the names of suits are counted as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.model.cards import DECK, RANKS, SUITS, Card, Cards
from histparse.model.errors import HistparseError, quoted
from histparse.model.ranking import WORST, describe

if TYPE_CHECKING:
    import polars as pl

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Masks = NDArray[np.int64]
"""Sets of cards: 13 bits a suit, deuces lowest."""
SetsBySuit = Masks
SetsByCard = Masks
SetsBySubset = Masks
"""Arrays of the suits of sets, of their cards one by one, or of their subsets (rows), by sets (columns)."""

SUIT_BITS = len(RANKS)
IN_SUIT = (1 << SUIT_BITS) - 1
_SUITED = frozenset({"flush", "straight flush"})
_BITS = {card: 1 << (SUITS.index(card[1]) * SUIT_BITS + RANKS.index(card[0])) for card in DECK}
_BIT_OF = np.zeros((256, 256), np.int64)
"""The bit of a card by its two letters."""
for _card, _value in _BITS.items():
    _BIT_OF[ord(_card[0]), ord(_card[1])] = _value

_CARD = len("2c ")
"""The letters of a card in a text, with the blank behind it."""
EVERY_CARD = (1 << len(DECK)) - 1


def cards_to_mask(cards: Iterable[Card]) -> int:
    """The cards as one number."""
    return sum(_BITS[card] for card in cards)


def card_masks_in_column(card_texts: pl.Series) -> Masks:
    """The cards of each text, such as `2c 7h`; none where it is empty, and no more of them where it has `??`."""
    width = 1 + max(card_texts.str.len_bytes(), default=0) // _CARD
    letters = card_texts.str.pad_end(_CARD * width).str.join().item() if len(card_texts) else ""
    cards = np.frombuffer(letters.encode(), np.uint8).reshape(-1, width, _CARD)
    return np.asarray(np.bitwise_or.reduce(_BIT_OF[cards[:, :, 0], cards[:, :, 1]], axis=1))


def mask_to_cards(mask: int) -> Cards:
    """The cards of a number, from the highest down."""
    return tuple(card for card in reversed(DECK) if _BITS[card] & mask)


def split_by_suit(masks: Masks) -> SetsBySuit:
    """The ranks of each suit, 13 bits each: an array of suits by masks."""
    return np.stack([masks >> SUIT_BITS * suit & IN_SUIT for suit in range(len(SUITS))])


def split_into_cards(masks: Masks, set_size: int) -> SetsByCard:
    """The cards of sets that all have that size, one by one: an array of cards by masks."""
    cards, rest = np.empty((set_size, len(masks)), np.int64), masks.copy()
    for place in range(set_size):
        cards[place] = rest & -rest
        rest ^= cards[place]
    return cards


def subsets(masks: Masks, set_size: int) -> SetsBySubset:
    """All subsets of sets of that size, those with the first card at odd places: an array of 2**size by masks."""
    parts = np.zeros((1 << set_size, len(masks)), np.int64)
    for place, card in enumerate(split_into_cards(masks, set_size)):
        parts[1 << place : 2 << place] = parts[: 1 << place] + card
    return parts


def all_draws(unseen_mask: int, cards_drawn: int) -> Masks:
    """All sets of that many of these cards."""
    cards = [1 << place for place in range(unseen_mask.bit_length()) if unseen_mask >> place & 1]
    return np.array([sum(drawn) for drawn in combinations(cards, cards_drawn)], np.int64)


def hand_rank_numbers(hand_masks: Masks) -> NDArray[np.int64]:
    """The rank numbers of hands of five cards, as histparse.model.ranking counts them."""
    weights, sizes, keys, numbers = _rank_weights_sizes_keys_numbers()
    suits = split_by_suit(hand_masks)
    flush = (sizes[suits] == 5).any(0)
    return np.asarray(numbers[np.searchsorted(keys, weights[suits].sum(0) * 2 + flush)])


def rank_keys_ignoring_suits(masks: Masks) -> Masks:
    """A number for the ranks of each set of up to five cards, whatever their suits."""
    return np.asarray(_rank_weights_sizes_keys_numbers()[0][split_by_suit(masks)].sum(0))


def ids_of_key_combinations(key_arrays: Sequence[Masks]) -> Masks:
    """A number for each combination of keys: an array for each, of the same length."""
    combined = np.zeros_like(key_arrays[0])
    for key in key_arrays:
        number = np.unique(key, return_inverse=True)[1]
        combined = np.unique(combined * (number.max() + 1) + number, return_inverse=True)[1]
    return combined


@cache
def _rank_weights_sizes_keys_numbers() -> tuple[Masks, Masks, Masks, Masks]:
    """Weights and sizes of the sets of ranks in a suit; the keys of all hands that differ in rank, and their numbers.

    A hand holds a rank at most four times, so a sum of powers of five identifies its ranks.
    """
    sets = np.arange(1 << SUIT_BITS)
    ranks = sets >> np.arange(SUIT_BITS)[:, None] & 1
    weight = {rank: 5**place for place, rank in enumerate(RANKS)}
    hands = map(describe, range(1, WORST + 1))
    keys = np.array([2 * sum(map(weight.__getitem__, hand.ranks)) + (hand.category in _SUITED) for hand in hands])
    order = np.argsort(keys)
    return np.array(list(weight.values())) @ ranks, ranks.sum(0), keys[order], order + 1


# --- all sets of up to five cards -------------------------------------------------------------------------------------

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
        """The number of cards in the deck."""
        return self.useful.bit_count() + self.bricks


def deck_without(dead_cards: int = 0, highest_useful: str = RANKS[-1]) -> Deck:
    """The deck without those cards (a mask); ranks above `highest_useful` are bricks."""
    low = cards_to_mask(card for card in DECK if RANKS.index(card[0]) <= RANKS.index(highest_useful))
    return Deck(low & ~dead_cards, (EVERY_CARD & ~low & ~dead_cards).bit_count())


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

    def ids(self, masks: Masks, set_size: int) -> Ids:
        """The ids of sets of that size."""
        return np.asarray(
            np.searchsorted(self.keys[set_size], canonical_suits(self.deck, masks)) + self.first[set_size], np.int32
        )

    def subset_ids(self, masks: Masks, cards_per_mask: int) -> Ids:
        """The ids of all subsets of sets of that many cards, in the order of `subsets`."""
        ids = np.empty((1 << cards_per_mask, len(masks)), np.int32)
        for start in range(0, len(masks), _BLOCK):
            parts = subsets(masks[start : start + _BLOCK], cards_per_mask)
            keys = canonical_suits(self.deck, parts.ravel()).reshape(parts.shape)
            for subset_size in range(cards_per_mask + 1):
                rows = [number for number in range(1 << cards_per_mask) if number.bit_count() == subset_size]
                ids[rows, start : start + _BLOCK] = (
                    np.searchsorted(self.keys[subset_size], keys[rows]) + self.first[subset_size]
                )
        return ids


class CardSets(Struct, frozen=True):
    """All these sets, and how they are made of each other."""

    index: SetIndex
    ways: list[NDArray[np.float64]]
    """How many sets each set of each size stands for."""
    one_more: list[Ids]
    """The ids of each set of each size with each other card: an array of sets by cards; -1 for a card in the set."""
    subset_ids: list[Ids]
    """The ids of all subsets of each set of each size: an array of subsets by sets."""


def enumerate_card_sets(deck: Deck) -> CardSets:
    """The sets of a deck, from small to large."""
    cards = np.array([_BITS[card] for card in DECK if _BITS[card] & deck.useful])
    keys, ways, one_more, first = [np.zeros(1, np.int64)], [np.ones(1)], [], 1
    for size in range(HAND):
        larger = keys[size][:, None] | cards
        new = (larger != keys[size][:, None]).nonzero()
        new_keys, places = np.unique(canonical_suits(deck, larger[new]), return_inverse=True)
        ids = np.full(larger.shape, -1, np.int32)
        ids[new] = places + first
        one_more.append(ids)
        keys.append(new_keys)
        ways.append(np.bincount(places, ways[size][new[0]], len(new_keys)) / (size + 1))
        first += len(new_keys)
    index = SetIndex(deck, keys)
    return CardSets(index, ways, one_more, [index.subset_ids(sets, size) for size, sets in enumerate(keys)])


def canonical_suits(deck: Deck, masks: Masks) -> Masks:
    """The sets with their interchangeable suits in order: the key that they share."""
    groups = first_equal_suit_by_suit(deck)
    sorted_ = (
        sort_columns_of_four(groups[:, None] << SUIT_BITS | split_by_suit(masks).astype(np.int32)).astype(np.int64)
        & IN_SUIT
    )
    key = np.zeros_like(masks)
    for suit, ranks in zip(np.argsort(groups, kind="stable").tolist(), sorted_, strict=True):
        key |= ranks << SUIT_BITS * suit
    return key


def first_equal_suit_by_suit(deck: Deck) -> NDArray[np.int32]:
    """For each suit the first one with the same cards in the deck."""
    suits = split_by_suit(np.array([deck.useful]))[:, 0].tolist()
    return np.array([suits.index(suit) for suit in suits], np.int32)


def sort_columns_of_four(rows: NDArray[np.integer]) -> NDArray[np.integer]:
    """Four numbers for each set, sorted: an array of 4 by sets."""
    a, b, c, d = rows
    a, b, c, d = np.minimum(a, b), np.maximum(a, b), np.minimum(c, d), np.maximum(c, d)
    a, c, b, d = np.minimum(a, c), np.maximum(a, c), np.minimum(b, d), np.maximum(b, d)
    return np.stack([a, np.minimum(b, c), np.maximum(b, c), d])


def divide_or_zero(numerators: Floats, denominators: NDArray[np.floating]) -> Floats:
    """The quotients, 0 where the denominator is not positive: in the shape of the numerators."""
    return np.asarray(np.divide(numerators, denominators, out=np.zeros_like(numerators), where=denominators > 0))


Arrays = TypeVar("Arrays", bound=Struct)
"""A record with arrays of equal length."""


def select_rows(arrays: Arrays, places: Flags | Masks | slice) -> Arrays:
    """The record with these places of each of its arrays alone."""
    fields = structs.asdict(arrays).items()
    return structs.replace(arrays, **{name: part[places] for name, part in fields if isinstance(part, np.ndarray)})


def concatenate_rows(parts: Sequence[Arrays]) -> Arrays:
    """The first record with each of its arrays followed by those of the others."""
    arrays = [name for name, part in structs.asdict(parts[0]).items() if isinstance(part, np.ndarray)]
    return structs.replace(
        parts[0], **{name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays}
    )


class TooManyError(HistparseError):
    """There are too many hands to count."""


class Range(Struct, frozen=True, eq=False):
    """Hands a player may have before the first draw: arrays of the same length. No other is equal to it."""

    text: str
    """How it was written."""
    keeps: Masks
    """The cards they keep; of those who choose by a policy, all five."""
    thrown: Masks
    """The cards they throw, if known."""
    chooses: Masks
    """1 where a policy chooses what to keep."""
    weight: Floats
    """How often each is held beside the others."""

    @property
    def cards_known(self) -> Masks:
        """All cards known of each."""
        return self.keeps | self.thrown


def remove_blocked_hands_or_refuse(hand_range: Range, dead_cards: int) -> Range:
    """The hands without dead cards (a mask). Raises HistparseError if there is none."""
    is_possible = hand_range.cards_known & dead_cards == 0
    if is_possible.all():
        return hand_range
    if not is_possible.any():
        blocked = mask_to_cards(int(np.bitwise_and.reduce(hand_range.cards_known)) & dead_cards)
        cause = f"{blocked[0]} is taken" if blocked else "its cards are taken"
        raise HistparseError(f"{quoted(hand_range.text)} cannot be held: {cause} by a dead card or the other hand")
    return select_rows(hand_range, is_possible)
