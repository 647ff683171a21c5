"""Odds: the exact chance to make a hand, or a better one, from a keep with 1-3 draws to come.

Who draws to a hand keeps at each draw what makes it most often (hand_sums.py). The chance is then counted draw by
draw: everything the player has thrown stays out of the deck, which the choice of the draw alone does not look at. Cards
too high for the hand are bricks: only their number is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb

import numpy as np
from msgspec import Struct, structs

from histparse.model.cards import RANKS
from histparse.model.errors import HistparseError
from histparse.model.ranking import WORST, describe
from histparse.odds.card_sets import (
    HAND,
    SUIT_BITS,
    Deck,
    Flags,
    Floats,
    Masks,
    Range,
    TooManyError,
    all_draws,
    concatenate_rows,
    deck_without,
    enumerate_card_sets,
    first_equal_suit_by_suit,
    hand_rank_numbers,
    ids_of_key_combinations,
    remove_blocked_hands_or_refuse,
    select_rows,
    sort_columns_of_four,
    split_by_suit,
)
from histparse.odds.hand_sums import CHOOSE, BestDraws, count_best_draws

UNPAIRED = 1278
"""The number of the worst hand that is no pair."""


def count_ways_to_make(keeps: Masks, cards_kept: int, unseen: Masks, target_number: int) -> Floats:
    """The ways to complete keeps of that size to five cards with that number (1-1278) or a better one.

    Each set of ranks that makes such a hand is counted in any suits, and then taken off in one suit: those are flushes.
    """
    suits, left = split_by_suit(keeps), split_by_suit(unseen)
    held_ranks = np.bitwise_or.reduce(suits, axis=0)
    ways = _count_rank_completions(left, held_ranks, target_number)
    for suit in range(len(suits)):
        one_suited = (np.delete(suits, suit, axis=0) == 0).all(0)
        ways[one_suited] -= _count_rank_completions(left[[suit]][:, one_suited], held_ranks[one_suited], target_number)
    return np.where(np.bitwise_count(held_ranks) == cards_kept, ways, 0)


def _count_rank_completions(unseen_suits: Masks, held_ranks: Masks, target_number: int) -> Floats:
    """The ways to complete the ranks a player has to any hand up to that number, of the cards left in these suits."""
    counts = [np.where(held_ranks >> rank & 1, 1, (unseen_suits >> rank & 1).sum(0)) for rank in range(SUIT_BITS)]
    ways = np.zeros(len(held_ranks))
    for ranks in _rank_masks_by_hand_number()[:target_number]:
        fits = held_ranks & ~ranks == 0
        ways += np.prod([counts[rank] for rank in range(SUIT_BITS) if ranks >> rank & 1], axis=0) * fits
    return ways


@cache
def _rank_masks_by_hand_number() -> tuple[int, ...]:
    hands = (describe(target_number).ranks for target_number in range(1, UNPAIRED + 1))
    return tuple(sum(1 << RANKS.index(rank) for rank in hand) for hand in hands)


MOST_STATES = 1_000_000
"""Hands that are looked at in one draw; beyond that a chance is not counted but simulated."""


class _States(Struct, frozen=True):
    """Keeps that are equally long, and what has become of the deck."""

    size: int
    """Useful cards kept."""
    high: int
    """Bricks kept: none but at first."""
    keeps: Masks
    unseen: Masks
    """The useful cards left."""
    bricks: Masks
    """How many bricks are left."""
    weight: Floats

    @property
    def cards_to_draw(self) -> int:
        """Cards to draw."""
        return HAND - self.size - self.high


def chance_to_make(hand_range: Range, dead_cards: int, draws_to_come: int, target_number: int) -> float:
    """The chance of a hand with that number (1-1278) or a better one, from 0 to 1, with 1-3 draws to come.

    `dead_cards`: other cards that cannot come, as a mask. Raises TooManyError.
    """
    deck = deck_for_target(dead_cards, target_number)
    made, states = 0.0, [*_group_keeps_by_size(remove_blocked_hands_or_refuse(hand_range, dead_cards), deck)]
    for draws_left in range(draws_to_come - 1, 0, -1):
        hands = [hand for state in states for hand in _draw_cards(state, deck)]
        policy = best_draws_to_make(deck, target_number, draws_to_come - 1)
        made_now, states = _chance_made_and_other_keeps(hands, policy, draws_left, target_number)
        made += made_now
    return float(made + sum(_chance_on_last_draw(state, target_number) for state in states))


def deck_for_target(dead_cards: int, target_number: int) -> Deck:
    """The deck of those who draw to that hand. Raises HistparseError if it is none without a pair."""
    if not 1 <= target_number <= UNPAIRED:
        raise HistparseError(f"a hand to draw to has a number from 1 to {UNPAIRED}, not {target_number}")
    return deck_without(dead_cards, describe(target_number).ranks[0])


@cache
def best_draws_to_make(deck: Deck, target_number: int, max_draws: int) -> BestDraws:
    """The best draws for that hand or a better one, with at most `max_draws` draws to come.

    `deck`: its bricks are the ranks above the hand's highest.
    """
    return count_best_draws(
        enumerate_card_sets(deck), np.where(np.arange(WORST + 1) <= target_number, 1.0, 0.0), max_draws
    ).draws


def _group_keeps_by_size(hand_range: Range, deck: Deck) -> Iterator[_States]:
    """The keeps that the question names, by size."""
    useful = hand_range.keeps & deck.useful
    left = deck.useful & ~(hand_range.keeps | hand_range.thrown)
    sizes, high, thrown = (
        np.bitwise_count(cards).astype(np.int64)
        for cards in (useful, hand_range.keeps ^ useful, hand_range.thrown & ~deck.useful)
    )
    weight = hand_range.weight / hand_range.weight.sum()
    for size, bricks in sorted({*zip(sizes.tolist(), high.tolist(), strict=True)}):
        all_states = _States(size, bricks, useful, left, deck.bricks - high - thrown, weight)
        yield _merge_states([select_rows(all_states, (sizes == size) & (high == bricks))], deck)


def _draw_cards(states: _States, deck: Deck) -> Iterator[_States]:
    """The hands after the draw, by the number of useful cards drawn."""
    useful_cards = deck.useful.bit_count()
    if len(states.keeps) * comb(useful_cards, min(states.cards_to_draw, useful_cards)) > MOST_STATES:
        raise TooManyError("there are too many hands to count")
    all_ways = CHOOSE[np.bitwise_count(states.unseen) + states.bricks, states.cards_to_draw]
    for useful in range(states.cards_to_draw + 1):
        new = all_draws(deck.useful, useful)
        state_ids, draw_ids = np.nonzero(new & ~states.unseen[:, None] == 0)
        weight = (states.weight * CHOOSE[states.bricks, states.cards_to_draw - useful] / all_ways)[state_ids]
        left = states.unseen[state_ids] ^ new[draw_ids], (states.bricks - (states.cards_to_draw - useful))[state_ids]
        yield _States(states.size + useful, 0, states.keeps[state_ids] | new[draw_ids], *left, weight)


def _chance_made_and_other_keeps(
    hands: Sequence[_States], policy: BestDraws, draws_left: int, target_number: int
) -> tuple[float, list[_States]]:
    """The chance that the hand is made already, and the keeps of the others."""
    made = 0.0
    states: list[_States] = []
    for hand in hands:
        is_made = _is_made(hand, target_number)
        made += hand.weight[is_made].sum()
        states += _keep_best(select_rows(hand, (hand.weight > 0) & ~is_made), policy, draws_left)
    sizes = sorted({state.size for state in states})
    return made, [_merge_states([state for state in states if state.size == size], policy.index.deck) for size in sizes]


def _is_made(hand: _States, target_number: int) -> Flags:
    if hand.size < HAND:
        return np.zeros(len(hand.keeps), np.bool_)
    return hand_rank_numbers(hand.keeps) <= target_number


def _keep_best(hand: _States, policy: BestDraws, draws_left: int) -> Iterator[_States]:
    """Keep the best cards of each hand, and yield the hands by how many are kept."""
    hand_range, hand_ids = np.unique(hand.keeps, return_inverse=True)
    keeps = policy.best_keeps(hand_range, hand.size, draws_left).keeps[hand_ids]
    sizes = np.bitwise_count(keeps)
    for size in range(hand.size + 1):
        has_size = sizes == size
        if has_size.any():
            yield structs.replace(select_rows(hand, has_size), size=size, keeps=keeps[has_size])


def _merge_states(parts: Sequence[_States], deck: Deck) -> _States:
    """The states of one size; those that differ only in the names of suits become one."""
    states = concatenate_rows(parts)
    keys = ids_of_key_combinations([*_canonical_suit_keys(deck, states.keeps, states.unseen), states.bricks])
    _, first, state_ids = np.unique(keys, return_index=True, return_inverse=True)
    return structs.replace(select_rows(states, first), weight=np.bincount(state_ids, states.weight))


def _canonical_suit_keys(deck: Deck, keeps: Masks, unseen: Masks) -> Masks:
    """The cards kept and unseen, interchangeable suits in order: a number for each suit."""
    group = first_equal_suit_by_suit(deck).astype(np.int64)[:, None]
    return np.asarray(
        sort_columns_of_four((group << SUIT_BITS | split_by_suit(keeps)) << SUIT_BITS | split_by_suit(unseen)), np.int64
    )


def _chance_on_last_draw(states: _States, target_number: int) -> float:
    if states.high:
        return 0.0
    lows = count_ways_to_make(states.keeps, states.size, states.unseen, target_number)
    ways = CHOOSE[np.bitwise_count(states.unseen) + states.bricks, states.cards_to_draw]
    return float((lows / ways) @ states.weight)
