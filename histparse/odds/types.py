"""Odds: hands before the last draw by their ranks, what they may keep, and the hands that these draws make.

Hands that differ only in suits are one type, as far as that cannot matter: those whose kept cards are of one suit, and
so may become a flush, are types of their own. What a player threw before is remembered.

Cards are counted by rank where suits cannot matter much, or one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray
from scipy.sparse import csr_array

from histparse.model.cards import RANKS, SUITS
from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    SUIT_BITS,
    Flags,
    Floats,
    Masks,
    concatenate_rows,
    hand_rank_numbers,
    ids_of_key_combinations,
    rank_keys_ignoring_suits,
    split_by_suit,
    subsets,
)
from histparse.odds.final_hands import Held
from histparse.odds.hand_sums import CHOOSE
from histparse.odds.low_draws import load_low_draws

CountsBySetAndCell = NDArray[np.int64]
"""How many cards of each set are in each cell of a deck."""
ChancesByDeckAndDraw = Floats
ChancesByWayAndDraw = Floats
WorthsByDrawnAndHand = Floats

_NEVER = 1e-30
_WAYS = CHOOSE[: len(SUITS) + 1, : len(SUITS) + 1]
"""In how many ways some cards of a cell can be drawn, by how many are left."""
_SPREAD = np.array(
    [
        [
            sum(1 << SUIT_BITS * ((rank + card) % len(SUITS)) + rank for card in range(size))
            for size in range(len(SUITS) + 1)
        ]
        for rank in range(len(RANKS))
    ]
)
"""Some cards of each rank, in suits that make no five of different ranks a flush."""


class Cells(Struct, frozen=True):
    """A deck: ranks, or single cards."""

    sizes: CountsBySetAndCell
    """How many cards each cell has."""

    @property
    def ignores_suits(self) -> bool:
        """Whether suits are not told apart."""
        return len(self.sizes) == len(RANKS)

    def count_cards(self, masks: Masks) -> CountsBySetAndCell:
        """Count the cards of each cell in each set."""
        suits = split_by_suit(masks)
        cards = (suits[:, :, None] >> np.arange(SUIT_BITS) & 1).swapaxes(0, 1)
        return np.asarray(cards.sum(1) if self.ignores_suits else cards.reshape(len(masks), -1), np.int64)

    def possible_draws(self, cards_drawn: int) -> CountsBySetAndCell:
        """All that so many cards can be."""
        places = np.array([*combinations_with_replacement(range(len(self.sizes)), cards_drawn)], np.int64)
        draws = (places[:, :, None] == np.arange(len(self.sizes))).sum(1)
        return np.asarray(draws[(draws <= self.sizes).all(1)], np.int64)

    def chances_to_draw(self, cards_left: CountsBySetAndCell, draws: CountsBySetAndCell) -> ChancesByDeckAndDraw:
        """The chance of each draw from what is left: an array of decks by draws."""
        ways = np.ones((len(cards_left), len(draws)))
        for cell in range(len(self.sizes)):
            ways *= _WAYS[cards_left[:, cell]][:, draws[:, cell]]
        return np.asarray(ways / np.maximum(ways.sum(1, keepdims=True), 1))

    def cards_to_masks(self, hands: CountsBySetAndCell) -> Masks:
        """The cards; of ranks, some in suits that make no flush."""
        if self.ignores_suits:
            return np.asarray(_SPREAD[np.arange(SUIT_BITS), hands].sum(1))
        return hands @ (1 << np.arange(EVERY_CARD.bit_length()))

    def chances_disjoint(self, first: CountsBySetAndCell, second: CountsBySetAndCell) -> NDArray[np.float32]:
        """The chance that sets of cards, each in any suits, have none in common: an array of the first by the second.

        The chances of cells are multiplied by adding their logarithms.
        """
        sizes = range(int(self.sizes.max()) + 1)
        chances = [
            [
                [comb(size - ours, theirs) / comb(size, theirs) if ours + theirs <= size else 0 for theirs in sizes]
                for ours in sizes
            ]
            for size in self.sizes.tolist()
        ]
        logs = np.log(np.maximum(np.array(chances), _NEVER)).astype(np.float32)
        is_there = (second[:, :, None] == np.array(sizes)).astype(np.float32)
        added = logs[np.arange(len(logs)), first].reshape(len(first), -1) @ is_there.reshape(len(second), -1).T
        return np.asarray(np.exp(added, out=added), np.float32)


def deck_by_rank(dead_cards: int) -> Cells:
    """The deck without these cards (a mask), suits not told apart."""
    cards = split_by_suit(np.array([EVERY_CARD & ~dead_cards]))[:, 0]
    return Cells(np.asarray((cards[:, None] >> np.arange(SUIT_BITS) & 1).sum(0), np.int64))


def deck_by_card(dead_cards: int) -> Cells:
    """The deck without these cards (a mask), card by card."""
    return Cells(np.asarray((EVERY_CARD & ~dead_cards) >> np.arange(EVERY_CARD.bit_length()) & 1, np.int64))


# --- types ------------------------------------------------------------------------------------------------------------

NEARLY_AS_GOOD = 0.02
"""Draws that win so much less of a showdown than the best one are left out."""
ALL_THAT_MAY_BE = 0.2
"""As much, where cards are told apart and hands are few: against few hands a draw may be better than it seems."""
MOST_DRAWN = 3


class Types(Struct, frozen=True):
    """The hands that a player may hold: arrays by types, or by ways to draw of all types, one type after the other."""

    number: Masks
    """The rank numbers of the five cards."""
    held: CountsBySetAndCell
    """The five cards."""
    known: CountsBySetAndCell
    """All cards the player has seen: those held, and those thrown before."""
    weight: Floats
    """How often each type is held, of 1."""
    ranks: Masks
    """A number for what is known; types that differ only in suits have the same."""
    way_type: Masks
    """The type of each way."""
    keeps: CountsBySetAndCell
    """The cards kept."""
    drawn: Masks
    """How many cards are drawn."""
    suited: Flags
    """Whether the cards kept are of one suit."""


class Finals(Struct, frozen=True):
    """The hands that a player may hold after the draw."""

    number: Masks
    held: CountsBySetAndCell
    known: CountsBySetAndCell
    ranks: Masks
    """What was known before the draw, as in `Types`."""
    way_chances: csr_array
    """How often ways (rows) end in final hands (columns), times how often their types are held."""


def number_hands_by_type(held: Sequence[Held], deck: Cells, draw_sizes: Sequence[int] = ()) -> tuple[list[Held], Types]:
    """The types of hands, and the hands with the number of their type. Each hand is one if cards are told apart.

    `draw_sizes`: how many cards may be drawn, unless standing pat; by default as many as some hand needs.
    """
    whole = concatenate_rows(held)
    five, thrown = whole.cards & ~whole.thrown, whole.thrown
    keys = [rank_keys_ignoring_suits(five), rank_keys_ignoring_suits(thrown)] if deck.ignores_suits else [five, thrown]
    ranks, first = _ids_and_first_places(keys)
    keeps = _find_good_keeps(deck.cards_to_masks(deck.count_cards(five[first])), deck, draw_sizes)
    suited = _one_suited_keep_bits(five, ranks, keeps) if deck.ignores_suits else np.zeros_like(five)
    number, samples = _ids_and_first_places([ranks, suited])
    ways = [
        (place, keep, suited[sample] >> row & 1)
        for place, sample in enumerate(samples)
        for row, keep in enumerate(keeps[ranks[sample]])
    ]
    way_type, way_keeps, is_suited = (np.array(part) for part in zip(*ways, strict=True))
    known = deck.count_cards(five[samples] | thrown[samples])
    weight = np.bincount(number, whole.weight)
    parts = np.split(number, np.cumsum([len(hands.cards) for hands in held])[:-1])
    of_type = [structs.replace(hands, numbers=part) for hands, part in zip(held, parts, strict=True)]
    return of_type, Types(
        hand_rank_numbers(five[samples]),
        deck.count_cards(five[samples]),
        known,
        weight / weight.sum(),
        ranks[samples],
        way_type,
        way_keeps,
        HAND - way_keeps.sum(1),
        is_suited == 1,
    )


def compute_final_hands(types: Types, cards_drawn: int, deck: Cells) -> Finals:
    """The hands after drawing so many cards."""
    new = deck.possible_draws(cards_drawn)
    places = np.flatnonzero(types.drawn == cards_drawn)
    owner, keeps = types.way_type[places], types.keeps[places]
    known = types.known[owner]
    chance = deck.chances_to_draw(np.maximum(deck.sizes - known, 0), new) * types.weight[owner, None]
    flush = np.where(types.suited[places, None], _flush_chances(keeps, known, new), 0)
    made, way, draw = np.nonzero(chances := np.stack([chance * (1 - flush), chance * flush]))
    alike = ids_of_key_combinations([types.ranks[owner], deck.cards_to_masks(keeps)])
    final, first = _ids_and_first_places([alike[way], draw, made])
    held = keeps[way[first]] + new[draw[first]]
    number, is_flush = hand_rank_numbers(deck.cards_to_masks(held)), made[first] == 1
    if is_flush.any():
        number[is_flush] = hand_rank_numbers(held[is_flush] @ (1 << np.arange(SUIT_BITS)))  # all in one suit
    way_chances = csr_array((chances[made, way, draw], (places[way], final)), shape=(len(types.drawn), len(number)))
    return Finals(number, held, known[way[first]] + new[draw[first]], types.ranks[owner[way[first]]], way_chances)


def _flush_chances(
    keeps: CountsBySetAndCell, known: CountsBySetAndCell, draws: CountsBySetAndCell
) -> ChancesByWayAndDraw:
    """The chance that new cards are of the suit that all cards kept have: an array of ways by draws."""
    fits = (draws.max(1) <= 1) & ~((keeps[:, None] > 0) & (draws > 0)).any(2)
    return np.asarray(fits / np.prod(np.where(draws > 0, np.maximum(len(SUITS) - known[:, None], 1), 1), axis=2))


def _find_good_keeps(hands: Masks, deck: Cells, draw_sizes: Sequence[int]) -> list[CountsBySetAndCell]:
    """The cards that each hand may keep: all, or a draw that wins nearly as often at showdown as the best one."""
    parts = subsets(hands, HAND)
    worths = load_low_draws().counted.keep_worths(hands, HAND, 1)
    sizes = np.bitwise_count(parts)
    ranks = np.bitwise_or.reduce(split_by_suit(parts.ravel()), axis=0).reshape(parts.shape)
    is_allowed = (sizes < HAND) & (sizes >= HAND - MOST_DRAWN) & (np.bitwise_count(ranks) == sizes)
    most = range(1, MOST_DRAWN + 1)
    best = np.stack([np.where(is_allowed & (sizes == HAND - number), worths, 0).max(0) for number in most])
    needed = [number for number in draw_sizes or most if draw_sizes or _is_draw_needed(best, number)] or [
        int(best.mean(1).argmax()) + 1
    ]
    worths = np.where(is_allowed & np.isin(HAND - sizes, needed), worths, -1)
    good = worths >= worths.max(0) - (NEARLY_AS_GOOD if deck.ignores_suits else ALL_THAT_MAY_BE)
    whole_hands = deck.count_cards(hands)
    return [
        np.concatenate([whole_hands[[place]], np.unique(deck.count_cards(parts[good[:, place], place]), axis=0)])
        for place in range(len(hands))
    ]


def _is_draw_needed(best_worths: WorthsByDrawnAndHand, cards_drawn: int) -> bool:
    """Whether some hand would win notably less if nobody drew as many; `best_worths` by cards drawn, and hands."""
    alternatives = np.delete(best_worths, cards_drawn - 1, axis=0).max(0)
    return bool((best_worths[cards_drawn - 1] > alternatives + NEARLY_AS_GOOD).any())


def _one_suited_keep_bits(hands: Masks, ranks: Masks, keeps: Sequence[CountsBySetAndCell]) -> Masks:
    """Which keeps of each hand are of one suit, as bits."""
    suited = np.zeros_like(hands)
    for row in range(max(map(len, keeps))):
        row_keeps = [keep[row] if row < len(keep) else np.zeros(SUIT_BITS, np.int64) for keep in keeps]
        bits = np.array([int((counts > 0) @ (1 << np.arange(SUIT_BITS))) for counts in row_keeps])
        sizes = np.array([counts.sum() for counts in row_keeps])
        suits = split_by_suit(hands) & bits[ranks]
        is_suited = ((suits > 0).sum(0) == 1) & (np.bitwise_count(suits).sum(0) == sizes[ranks])
        suited |= is_suited.astype(np.int64) << row
    return suited


def _ids_and_first_places(key_arrays: Sequence[Masks]) -> tuple[Masks, Masks]:
    number = ids_of_key_combinations(key_arrays)
    return number, np.unique(number, return_index=True)[1]
