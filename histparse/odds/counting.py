"""Odds: what each of several hands or ranges wins with no or one draw to come, counted over all cards.

Hands that differ only in suits which cannot matter are one kind. Of two keeps with one draw to come, all pairs of draws
are counted, and those taken off in which both draw the same card: by inclusion and exclusion over the cards that both
contain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, sqrt

import numpy as np
from msgspec import Struct, structs

from histparse.model.cards import SUITS
from histparse.model.ranking import WORST
from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    IN_SUIT,
    SUIT_BITS,
    Floats,
    Masks,
    Range,
    TooManyError,
    all_draws,
    hand_rank_numbers,
    ids_of_key_combinations,
    rank_keys_ignoring_suits,
    select_rows,
    sort_columns_of_four,
    split_by_suit,
    subsets,
)
from histparse.odds.final_hands import combine_final_hands, hands_after_draw, joint_final_hands
from histparse.odds.policies import Side, apply_policy, clash_error

# --- shares of the pot ------------------------------------------------------------------------------------------------


NumbersByPlayerAndDeal = Masks
SharesByPlayerAndDeal = Floats
"""Rank numbers, or shares of the pot: arrays of players by showdowns."""


class Share(Struct, frozen=True):
    """The share of the pot that a hand wins."""

    wins: float
    """How often it wins all, from 0 to 1."""
    ties: float
    """How often it shares the pot."""
    equity: float
    """Wins, and its part of the pots that are shared."""
    error: float | None = None
    """The standard error of the equity, if hands were dealt; None: it is counted."""
    policy_error: float | None = None
    """The error of the drawing policy: what it would win more, at the same deals, if it drew to beat just the hands
    of the others. None: nothing is left to a policy, or all is counted."""


def pot_shares_by_showdown(rank_numbers: NumbersByPlayerAndDeal) -> SharesByPlayerAndDeal:
    """Divide a pot of 1 among all who show hands with these numbers: arrays of players by showdowns."""
    best = rank_numbers == rank_numbers.min(0)
    return np.asarray(best / best.sum(0))


def weighted_shares(rank_numbers: NumbersByPlayerAndDeal, weight: Floats) -> list[Share]:
    """The shares of all showdowns that can come, which come that often beside each other."""
    parts = (((won == 1), (won > 0) & (won < 1), won) for won in pot_shares_by_showdown(rank_numbers))
    return [Share(*(float((weight * part).sum() / weight.sum()) for part in three)) for three in parts]


def sampled_shares(rank_numbers: NumbersByPlayerAndDeal) -> list[Share]:
    """The shares of showdowns that were dealt, with their standard errors."""
    exact = weighted_shares(rank_numbers, np.ones(rank_numbers.shape[1]))
    return [
        structs.replace(share, error=standard_error(won))
        for share, won in zip(exact, pot_shares_by_showdown(rank_numbers), strict=True)
    ]


def standard_error(sample: Floats) -> float:
    """The standard error of the mean."""
    return float(sample.std() / sqrt(len(sample)))


# --- kinds of hands ---------------------------------------------------------------------------------------------------

_MOST_PAIRS = 200_000_000
"""Pairs of hands that are looked at in a second."""


class Pair(Struct, frozen=True):
    """Two hands, one of each of two kinds."""

    keeps: tuple[int, int]
    unseen: int
    """The cards that nobody has seen."""
    weight: float
    """The weight of all pairs of hands of these kinds that share no card."""


class _Kind(Struct, frozen=True):
    used: Masks
    keeps: Masks
    weight: Floats


def merge_suit_variants_if_symmetric(hand_range: Range, opponents: Sequence[Range], dead_cards: int) -> Range:
    """One hand for all that differ in the names of suits, where the others do not tell suits apart."""
    if dead_cards or not all(map(_is_suit_symmetric, opponents)):
        return hand_range
    keys = sort_columns_of_four(split_by_suit(hand_range.keeps) << SUIT_BITS | split_by_suit(hand_range.thrown))
    kinds = ids_of_key_combinations([*keys, hand_range.chooses])
    first = np.unique(kinds, return_index=True)[1]
    return structs.replace(select_rows(hand_range, first), weight=np.bincount(kinds, hand_range.weight))


@lru_cache(32)
def _is_suit_symmetric(hand_range: Range) -> bool:
    cards, unchanged = (hand_range.keeps, hand_range.thrown), _sorted_hand_bytes(hand_range)
    swapped = ([_swap_with_lower_suit(masks, suit) for masks in cards] for suit in range(1, len(SUITS)))
    return all(
        _sorted_hand_bytes(structs.replace(hand_range, keeps=keeps, thrown=thrown)) == unchanged
        for keeps, thrown in swapped
    )


def _sorted_hand_bytes(hand_range: Range) -> bytes:
    """The hands in an order that depends on nothing else."""
    order = np.lexsort((hand_range.weight, hand_range.thrown, hand_range.keeps))
    return b"".join(part[order].tobytes() for part in (hand_range.keeps, hand_range.thrown, hand_range.weight))


def _swap_with_lower_suit(cards: Masks, suit: int) -> Masks:
    low, high = IN_SUIT << SUIT_BITS * (suit - 1), IN_SUIT << SUIT_BITS * suit
    return cards & ~(low | high) | (cards & low) << SUIT_BITS | (cards & high) >> SUIT_BITS


def representative_pairs(first_range: Range, second_range: Range, dead_cards: int, max_pairs: int) -> list[Pair]:
    """A pair for all hands of two ranges that differ in suits which cannot matter.

    Raises TooManyError if there are more than `max_pairs`, HistparseError if no two hands can be held together.
    """
    if len(first_range.keeps) * len(second_range.keeps) > _MOST_PAIRS:
        raise TooManyError("there are too many pairs of hands to count")
    parts = [
        (ours, theirs, ours[1] | theirs[1])
        for ours in _split_by_flush_suit(first_range)
        for theirs in _split_by_flush_suit(second_range)
    ]
    kinds = [
        (_group_by_ranks_and_flushes(ours[0], suits), _group_by_ranks_and_flushes(theirs[0], suits))
        for ours, theirs, suits in parts
    ]
    if sum(len(ours) * len(theirs) for ours, theirs in kinds) > max_pairs:
        raise TooManyError("there are too many pairs of hands to count")
    pairs = [
        pair
        for our_kinds, their_kinds in kinds
        for ours in our_kinds
        for theirs in their_kinds
        for pair in _find_disjoint_pair(ours, theirs, dead_cards)
    ]
    if not pairs:
        raise clash_error([first_range, second_range])
    return pairs


@lru_cache(32)
def _split_by_flush_suit(hand_range: Range) -> list[tuple[Range, int]]:
    """The hands that can draw a flush in each suit, and those that cannot: with all cards of that suit."""
    suit_masks = [IN_SUIT << SUIT_BITS * suit for suit in range(len(SUITS))]
    may_draw = np.stack(
        [(hand_range.keeps & ~suit == 0) & (np.bitwise_count(hand_range.keeps) < HAND) for suit in suit_masks]
    )
    flush_suits = (np.array(suit_masks)[:, None] * may_draw).sum(0)
    return [(select_rows(hand_range, flush_suits == suits), suits) for suits in np.unique(flush_suits).tolist()]


@lru_cache(64)
def _group_by_ranks_and_flushes(hand_range: Range, flush_suits: int) -> list[_Kind]:
    """The hands by ranks kept and thrown. Suits matter for flushes: made ones, and those that can still be made."""
    cards = hand_range.cards_known
    is_flush = (split_by_suit(hand_range.keeps) > 0).sum(0) <= 1
    kind_ids = ids_of_key_combinations(
        [
            rank_keys_ignoring_suits(hand_range.keeps),
            rank_keys_ignoring_suits(hand_range.thrown),
            np.where(is_flush, hand_range.keeps, 0),
            cards & flush_suits,
        ]
    )
    order = np.argsort(kind_ids, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(kind_ids[order])) + 1)
    return [_Kind(cards[part], hand_range.keeps[part], hand_range.weight[part]) for part in parts]


def _find_disjoint_pair(ours: _Kind, theirs: _Kind, dead_cards: int) -> Iterator[Pair]:
    is_disjoint = ours.used[:, None] & theirs.used == 0
    if is_disjoint.any():
        our_place, their_place = (int(place) for place in np.unravel_index(is_disjoint.argmax(), is_disjoint.shape))
        unseen = EVERY_CARD & ~int(ours.used[our_place] | theirs.used[their_place] | dead_cards)
        weight = float(ours.weight @ is_disjoint @ theirs.weight)
        yield Pair((int(ours.keeps[our_place]), int(theirs.keeps[their_place])), unseen, weight)


def estimate_counting_effort(keep: int, unseen: int) -> int:
    """Estimate the effort of counting a keep; for two keeps it is about the sum."""
    drawn = HAND - keep.bit_count()
    return comb(unseen.bit_count(), drawn) << drawn


def showdown_win_and_tie_rates(first_keep: int, second_keep: int, unseen_cards: int) -> tuple[float, float]:
    """How often the first wins, and both are equal, when both draw to five from the unseen cards.

    All are masks, and no card is in two of them.
    """
    ours, theirs = (_drawn_sets_and_numbers(keep, unseen_cards) for keep in (first_keep, second_keep))
    drawn = HAND - first_keep.bit_count(), HAND - second_keep.bit_count()
    wins = ties = 0
    for shared in range(min(drawn) + 1):
        better, equal = _count_wins_and_ties_sharing_subset(
            _repeat_for_drawn_subsets(*ours, drawn[0], shared), _repeat_for_drawn_subsets(*theirs, drawn[1], shared)
        )
        wins += (-1) ** shared * better
        ties += (-1) ** shared * equal
    cards = unseen_cards.bit_count()
    ways = comb(cards, drawn[0]) * comb(cards - drawn[0], drawn[1])
    return wins / ways, ties / ways


def _drawn_sets_and_numbers(keep: int, unseen: int) -> tuple[Masks, Masks]:
    new = all_draws(unseen, HAND - keep.bit_count())
    return new, hand_rank_numbers(keep | new)


def _repeat_for_drawn_subsets(
    drawn_sets: Masks, rank_numbers: Masks, cards_drawn: int, shared_count: int
) -> tuple[Masks, Masks]:
    """Each draw as often as it has subsets of that size: the subsets, and the numbers."""
    places = [place for place in range(1 << cards_drawn) if place.bit_count() == shared_count]
    return subsets(drawn_sets, cards_drawn)[places].ravel(), np.tile(rank_numbers, len(places))


def _count_wins_and_ties_sharing_subset(ours: tuple[Masks, Masks], theirs: tuple[Masks, Masks]) -> tuple[int, int]:
    """Count the pairs with the same subset that we win, and those that are equal."""
    _, groups = np.unique(np.concatenate([ours[0], theirs[0]]), return_inverse=True)
    stride = WORST + 2
    first = groups[: len(ours[0])] * stride + ours[1]
    second = np.sort(groups[len(ours[0]) :] * stride + theirs[1])
    end = np.searchsorted(second, (first // stride + 1) * stride)
    worse = np.searchsorted(second, first, "right")
    return int((end - worse).sum()), int((worse - np.searchsorted(second, first)).sum())


# --- counting ---------------------------------------------------------------------------------------------------------

MOST_DRAWS = 30_000_000
"""Draws of pairs of hands that differ: counted in a few seconds at most."""
_A_PAIR = 10_000
"""The least that a pair of hands takes, in draws, however few it has."""


def count_shares_or_refuse(
    sides: Sequence[Side], dead_cards: int, draws_left: int, most_counted: int = MOST_DRAWS
) -> list[Share]:
    """The exact shares of sides with possible hands. Raises TooManyError, HistparseError if they never fit together."""
    if draws_left > 1:
        raise TooManyError("there are too many hands to count")
    first, *opponents = (
        apply_policy(side.held, side.policy, draws_left) if draws_left else side.held for side in sides
    )
    ranges = [merge_suit_variants_if_symmetric(first, opponents, dead_cards), *opponents]
    if len(ranges) > 2:
        return _count_joint_hands(ranges, dead_cards)
    try:
        return _count_by_kinds(ranges[0], ranges[1], dead_cards, most_counted)
    except TooManyError:
        return _count_by_final_hands(ranges[0], ranges[1], dead_cards, most_counted)


def _count_by_kinds(first: Range, second: Range, dead_cards: int, most_counted: int) -> list[Share]:
    """All draws of both, for one pair of hands of each pair of kinds."""
    pairs = representative_pairs(first, second, dead_cards, most_counted // _A_PAIR)
    if sum(estimate_counting_effort(keep, pair.unseen) for pair in pairs for keep in pair.keeps) > most_counted:
        raise TooManyError("there are too many draws to count")
    rates = [showdown_win_and_tie_rates(*pair.keeps, pair.unseen) for pair in pairs]
    wins, ties = np.average(rates, axis=0, weights=[pair.weight for pair in pairs]).tolist()
    return [Share(won, ties, won + ties / 2) for won in (wins, 1 - wins - ties)]


def _count_by_final_hands(first: Range, second: Range, dead_cards: int, most_counted: int) -> list[Share]:
    """All final hands of both, and all cards that both might hold."""
    hands = combine_final_hands(
        [*hands_after_draw(first, dead_cards, most_counted)],
        [*hands_after_draw(second, dead_cards, most_counted)],
        dead_cards,
    )
    our_numbers, their_numbers = np.meshgrid(*hands.numbers, indexing="ij")
    return weighted_shares(np.stack([our_numbers.ravel(), their_numbers.ravel()]), hands.joint_shares.ravel())


def _count_joint_hands(ranges: Sequence[Range], dead_cards: int) -> list[Share]:
    """Every final hand of each player with every one of the others."""
    joint_hands = [*joint_final_hands(ranges, dead_cards)]
    if not sum(len(hands.cards) for hands in joint_hands):
        raise clash_error(ranges)
    return weighted_shares(
        np.concatenate([hands.numbers for hands in joint_hands], axis=1),
        np.concatenate([hands.weight for hands in joint_hands]),
    )
