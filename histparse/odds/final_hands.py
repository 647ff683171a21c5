"""Odds: which hands two players hold together after the last draw, from what they kept before it.

No card is in both hands. Pairs of hands are not looked at one by one: for each set of cards, it is counted how often
both players hold hands with these cards in them, and by inclusion and exclusion the products of these counts, with the
sign of the size of the set, are the pairs without a card in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, prod

import numpy as np
from msgspec import Struct

from histparse.model.errors import HistparseError, quoted
from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    Floats,
    Masks,
    Range,
    TooManyError,
    all_draws,
    hand_rank_numbers,
    select_rows,
    split_into_cards,
)
from histparse.system import late

MOST_SETS = 30_000_000
"""Sets of cards that are counted for a range, in seconds."""
_MOST_TOGETHER = 20_000_000
"""Hands of three players or more that are put together."""


class FinalHands(Struct, frozen=True):
    """The hands of both players when the river begins."""

    numbers: tuple[Masks, Masks]
    """The rank numbers that each may hold, from the best."""
    joint_shares: Floats
    """How often each pair is held, of 1: an array of the first player's by the second's. No card is in both hands."""


class Held(Struct, frozen=True):
    """Hands that a player may hold after the last draw, an array each; equally many cards are known of all."""

    numbers: Masks
    cards: Masks
    """The cards of each hand including those thrown, which cannot come to the other player."""
    weight: Floats
    known: int
    """How many cards were known before the draw."""
    drawn: int
    thrown: Masks
    """Which of these cards were thrown."""
    hidden: int = 0
    """Cards held that nobody saw, if no other is known."""


def hands_after_draw(hand_range: Range, dead_cards: int = 0, max_sets: int = MOST_SETS) -> Iterator[Held]:
    """The hands of a range after the last draw, when these other cards (a mask) cannot come. Raises HistparseError."""
    sizes = np.bitwise_count(hand_range.keeps) * (HAND + 1) + np.bitwise_count(hand_range.thrown)
    for size in np.unique(sizes).tolist():
        hands, (kept_count, thrown) = select_rows(hand_range, sizes == size), divmod(size, HAND + 1)
        drawn = HAND - kept_count
        if len(hands.keeps) * comb(EVERY_CARD.bit_count() - kept_count - thrown, drawn) << HAND + thrown > max_sets:
            raise TooManyError(f"{quoted(hand_range.text)} has too many draws to look at: name fewer hands")
        new = all_draws(EVERY_CARD & ~dead_cards, drawn)
        hand_ids, draw_ids = np.nonzero(hands.cards_known[:, None] & new == 0)
        numbers = hand_rank_numbers(hands.keeps[hand_ids] | new[draw_ids])
        cards = hands.cards_known[hand_ids] | new[draw_ids]
        yield Held(numbers, cards, hands.weight[hand_ids], kept_count + thrown, drawn, hands.thrown[hand_ids])


def combine_final_hands(first: Sequence[Held], second: Sequence[Held], dead_cards: int = 0) -> FinalHands:
    """Compute the final hands of two players who draw from one deck. Raises HistparseError if they always clash."""
    our_numbers, their_numbers = (
        np.unique(np.concatenate([held.numbers for held in side])) for side in (first, second)
    )
    pair_weights = np.zeros((len(our_numbers), len(their_numbers)))
    for ours in first:
        for theirs in second:
            pair_weights += _joint_weights_without_shared_cards(
                ours, theirs, our_numbers, their_numbers
            ) * joint_draw_chance((ours, theirs), dead_cards)
    is_possible = pair_weights > pair_weights.sum() * 1e-12  # what is left of differences is none
    if not is_possible.any():
        raise HistparseError("these hands need the same cards: they cannot be held together")
    rows, columns = is_possible.any(1), is_possible.any(0)
    pair_weights = np.where(is_possible, pair_weights, 0)[rows][:, columns]
    return FinalHands((our_numbers[rows], their_numbers[columns]), pair_weights / pair_weights.sum())


def joint_draw_chance(sides: Sequence[Held], dead_cards: int = 0) -> float:
    """The chance that all draw exactly these cards, and that hidden cards are none of them."""
    deck = (EVERY_CARD & ~dead_cards).bit_count()
    left, chance = deck - sum(side.known for side in sides), 1.0
    for side in sides:
        chance /= max(comb(left, side.drawn), 1)
        left -= side.drawn
    for side in sides:
        chance *= comb(left, side.hidden) / comb(deck, side.hidden)
        left -= side.hidden
    return chance


def _joint_weights_without_shared_cards(ours: Held, theirs: Held, our_numbers: Masks, their_numbers: Masks) -> Floats:
    """The weight of all pairs without a card in common, by the numbers of both."""
    pair_weights = np.zeros((len(our_numbers), len(their_numbers)))
    for size in range(min(ours.known + ours.drawn, theirs.known + theirs.drawn) + 1):
        first, second = _subsets_of_size(ours, size), _subsets_of_size(theirs, size)
        shared = np.intersect1d(first, second)
        if len(shared):
            weights = (
                _weights_by_subset(ours, first, shared, our_numbers),
                _weights_by_subset(theirs, second, shared, their_numbers),
            )
            pair_weights += (-1) ** size * (weights[0].T @ weights[1]).toarray()
    return pair_weights


def _subsets_of_size(hands: Held, size: int) -> Masks:
    cards = split_into_cards(hands.cards, hands.known + hands.drawn)
    return np.array([cards[list(places)].sum(0) for places in combinations(range(len(cards)), size)])


def _weights_by_subset(held: Held, sets: Masks, shared: Masks, numbers: Masks) -> late.sparse.csr_array:
    """The weight of the hands of each number (columns) that contain each of these sets of cards (rows)."""
    row = np.searchsorted(shared, sets).astype(np.int32)  # the places of millions of sets: half as much memory
    is_shared = shared[np.minimum(row, len(shared) - 1)] == sets
    column, weight = (
        np.broadcast_to(per_hand, sets.shape)[is_shared]
        for per_hand in (np.searchsorted(numbers, held.numbers).astype(np.int32), held.weight)
    )
    return late.sparse.csr_array((weight, (row[is_shared], column)), shape=(len(shared), len(numbers)))


class JointHands(Struct, frozen=True):
    """Hands that some of the players hold together after the draw."""

    cards: Masks
    numbers: Masks
    """An array of players by hands."""
    weight: Floats


def joint_final_hands(ranges: Sequence[Range], dead_cards: int) -> Iterator[JointHands]:
    """All hands that players of these ranges can hold together after the last draw."""
    for finals in product(*(hands_after_draw(hands, dead_cards, _MOST_TOGETHER) for hands in ranges)):
        if prod(len(final.cards) for final in finals) > _MOST_TOGETHER:
            raise TooManyError("there are too many hands to put together")
        first, *rest = (JointHands(final.cards, final.numbers[None], final.weight) for final in finals)
        for hands in rest:
            first = _join_disjoint_hands(first, hands)
        yield JointHands(first.cards, first.numbers, first.weight * joint_draw_chance(finals, dead_cards))


def _join_disjoint_hands(ours: JointHands, theirs: JointHands) -> JointHands:
    """All pairs without a card in common."""
    our_places, their_places = (ours.cards[:, None] & theirs.cards == 0).nonzero()
    numbers = np.concatenate([ours.numbers[:, our_places], theirs.numbers[:, their_places]])
    return JointHands(
        ours.cards[our_places] | theirs.cards[their_places],
        numbers,
        ours.weight[our_places] * theirs.weight[their_places],
    )
