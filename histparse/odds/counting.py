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
    hand_numbers,
    in_order,
    numbered_together,
    rank_keys,
    subsets,
    suits_of,
)
from histparse.odds.final_hands import after_draw, final_hands, hands_together
from histparse.odds.policies import Side, chosen, clash

# --- shares of the pot ------------------------------------------------------------------------------------------------


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


def points(numbers: Masks) -> Floats:
    """Divide a pot of 1 among all who show hands with these numbers: arrays of players by showdowns."""
    best = numbers == numbers.min(0)
    return np.asarray(best / best.sum(0))


def counted_shares(numbers: Masks, weight: Floats) -> list[Share]:
    """The shares of all showdowns that can come, which come that often beside each other."""
    parts = (((won == 1), (won > 0) & (won < 1), won) for won in points(numbers))
    return [Share(*(float((weight * part).sum() / weight.sum()) for part in three)) for three in parts]


def dealt_shares(numbers: Masks) -> list[Share]:
    """The shares of showdowns that were dealt, with their standard errors."""
    exact = counted_shares(numbers, np.ones(numbers.shape[1]))
    return [
        structs.replace(share, error=standard_error(won)) for share, won in zip(exact, points(numbers), strict=True)
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


def up_to_suits(held: Range, opponents: Sequence[Range], dead: int) -> Range:
    """One hand for all that differ in the names of suits, where the others do not tell suits apart."""
    if dead or not all(map(_is_alike_in_all_suits, opponents)):
        return held
    keys = in_order(suits_of(held.keeps) << SUIT_BITS | suits_of(held.thrown))
    kinds = numbered_together([*keys, held.chooses])
    first = np.unique(kinds, return_index=True)[1]
    return structs.replace(held.select(first), weight=np.bincount(kinds, held.weight))


@lru_cache(32)
def _is_alike_in_all_suits(held: Range) -> bool:
    return all(_sorted(held, suit) == _sorted(held, None) for suit in range(1, len(SUITS)))


def _sorted(held: Range, suit: int | None) -> bytes:
    """The hands in order, when that suit and the one before it have changed places."""
    keeps, thrown = (cards if suit is None else _swapped(cards, suit) for cards in (held.keeps, held.thrown))
    order = np.lexsort((held.weight, thrown, keeps))
    return b"".join(part[order].tobytes() for part in (keeps, thrown, held.weight))


def _swapped(cards: Masks, suit: int) -> Masks:
    low, high = IN_SUIT << SUIT_BITS * (suit - 1), IN_SUIT << SUIT_BITS * suit
    return cards & ~(low | high) | (cards & low) << SUIT_BITS | (cards & high) >> SUIT_BITS


def pairs_of_kinds(first: Range, second: Range, dead: int, most: int) -> list[Pair]:
    """A pair for all hands of two ranges that differ in suits which cannot matter.

    Raises TooManyError if there are more than `most`, HistparseError if no two hands can be held together.
    """
    if len(first.keeps) * len(second.keeps) > _MOST_PAIRS:
        raise TooManyError("there are too many pairs of hands to count")
    parts = [(ours, theirs, ours[1] | theirs[1]) for ours in _by_suit(first) for theirs in _by_suit(second)]
    kinds = [(_kinds(ours[0], suits), _kinds(theirs[0], suits)) for ours, theirs, suits in parts]
    if sum(len(ours) * len(theirs) for ours, theirs in kinds) > most:
        raise TooManyError("there are too many pairs of hands to count")
    pairs = [
        pair
        for our_kinds, their_kinds in kinds
        for ours in our_kinds
        for theirs in their_kinds
        for pair in _pair(ours, theirs, dead)
    ]
    if not pairs:
        raise clash([first, second])
    return pairs


@lru_cache(32)
def _by_suit(held: Range) -> list[tuple[Range, int]]:
    """The hands that can draw a flush in each suit, and those that cannot: with all cards of that suit."""
    suit_masks = [IN_SUIT << SUIT_BITS * suit for suit in range(len(SUITS))]
    may_draw = np.stack([(held.keeps & ~suit == 0) & (np.bitwise_count(held.keeps) < HAND) for suit in suit_masks])
    flush_suits = (np.array(suit_masks)[:, None] * may_draw).sum(0)
    return [(held.select(flush_suits == suits), suits) for suits in np.unique(flush_suits).tolist()]


@lru_cache(64)
def _kinds(held: Range, suits: int) -> list[_Kind]:
    """The hands by ranks kept and thrown. Suits matter for flushes: made ones, and those that can still be made."""
    cards = held.cards
    is_flush = (suits_of(held.keeps) > 0).sum(0) <= 1
    kind_ids = numbered_together(
        [rank_keys(held.keeps), rank_keys(held.thrown), np.where(is_flush, held.keeps, 0), cards & suits]
    )
    order = np.argsort(kind_ids, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(kind_ids[order])) + 1)
    return [_Kind(cards[part], held.keeps[part], held.weight[part]) for part in parts]


def _pair(ours: _Kind, theirs: _Kind, dead: int) -> Iterator[Pair]:
    """Two hands of these kinds that share no card, if there are any."""
    is_disjoint = ours.used[:, None] & theirs.used == 0
    if is_disjoint.any():
        our_place, their_place = (int(place) for place in np.unravel_index(is_disjoint.argmax(), is_disjoint.shape))
        unseen = EVERY_CARD & ~int(ours.used[our_place] | theirs.used[their_place] | dead)
        weight = float(ours.weight @ is_disjoint @ theirs.weight)
        yield Pair((int(ours.keeps[our_place]), int(theirs.keeps[their_place])), unseen, weight)


class Outcomes(Struct, frozen=True):
    """In how many ways the first of two hands wins, and is equal, of how many."""

    wins: int
    ties: int
    ways: int


def size_of(keep: int, unseen: int) -> int:
    """Estimate the effort of counting a keep; for two keeps it is about the sum."""
    drawn = HAND - keep.bit_count()
    return comb(unseen.bit_count(), drawn) << drawn


def showdown(first: int, second: int, unseen: int) -> Outcomes:
    """The outcomes when both draw to five from the unseen cards; all are masks, and no card is in two of them."""
    ours, theirs = (_after_draw(keep, unseen) for keep in (first, second))
    drawn = HAND - first.bit_count(), HAND - second.bit_count()
    wins = ties = 0
    for shared in range(min(drawn) + 1):
        better, equal = _compared(_with_subsets(*ours, drawn[0], shared), _with_subsets(*theirs, drawn[1], shared))
        wins += (-1) ** shared * better
        ties += (-1) ** shared * equal
    cards = unseen.bit_count()
    return Outcomes(wins, ties, comb(cards, drawn[0]) * comb(cards - drawn[0], drawn[1]))


def _after_draw(keep: int, unseen: int) -> tuple[Masks, Masks]:
    """All that can be drawn, and the numbers of the hands."""
    new = all_draws(unseen, HAND - keep.bit_count())
    return new, hand_numbers(keep | new)


def _with_subsets(new: Masks, numbers: Masks, drawn: int, shared: int) -> tuple[Masks, Masks]:
    """Each draw as often as it has subsets of that size: the subsets, and the numbers."""
    places = [place for place in range(1 << drawn) if place.bit_count() == shared]
    return subsets(new, drawn)[places].ravel(), np.tile(numbers, len(places))


def _compared(ours: tuple[Masks, Masks], theirs: tuple[Masks, Masks]) -> tuple[int, int]:
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


def counted(sides: Sequence[Side], dead: int, draws: int, most: int = MOST_DRAWS) -> list[Share]:
    """The exact shares of sides with possible hands. Raises TooManyError, HistparseError if they never fit together."""
    if draws > 1:
        raise TooManyError("there are too many hands to count")
    first, *opponents = (chosen(side.held, side.policy, draws) if draws else side.held for side in sides)
    held = [up_to_suits(first, opponents, dead), *opponents]
    if len(held) > 2:
        return _one_by_one(held, dead)
    try:
        return _by_kinds(held[0], held[1], dead, most)
    except TooManyError:
        return _by_cards(held[0], held[1], dead, most)


def _by_kinds(first: Range, second: Range, dead: int, most: int) -> list[Share]:
    """All draws of both, for one pair of hands of each pair of kinds."""
    pairs = pairs_of_kinds(first, second, dead, most // _A_PAIR)
    if sum(size_of(keep, pair.unseen) for pair in pairs for keep in pair.keeps) > most:
        raise TooManyError("there are too many draws to count")
    wins = ties = weight = 0.0
    for pair in pairs:
        outcomes = showdown(*pair.keeps, pair.unseen)
        wins += pair.weight * outcomes.wins / outcomes.ways
        ties += pair.weight * outcomes.ties / outcomes.ways
        weight += pair.weight
    wins, ties = wins / weight, ties / weight
    return [Share(won, ties, won + ties / 2) for won in (wins, 1 - wins - ties)]


def _by_cards(first: Range, second: Range, dead: int, most: int) -> list[Share]:
    """All final hands of both, and all cards that both might hold."""
    hands = final_hands([*after_draw(first, dead, most)], [*after_draw(second, dead, most)], dead)
    our_numbers, their_numbers = np.meshgrid(*hands.numbers, indexing="ij")
    return counted_shares(np.stack([our_numbers.ravel(), their_numbers.ravel()]), hands.joint_shares.ravel())


def _one_by_one(held: Sequence[Range], dead: int) -> list[Share]:
    """Every final hand of each player with every one of the others."""
    joint_hands = [*hands_together(held, dead)]
    if not sum(len(hands.cards) for hands in joint_hands):
        raise clash(held)
    return counted_shares(
        np.concatenate([hands.numbers for hands in joint_hands], axis=1),
        np.concatenate([hands.weight for hands in joint_hands]),
    )
