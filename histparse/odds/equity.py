"""Odds: the equity of one hand or range against another, counted where that is possible, else simulated."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.cards import SUITS
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import IN_SUIT, SUIT_BITS, Masks, cards_of, hand_numbers, rank_keys, suits_of
from histparse.odds.card_sets import HAND
from histparse.odds.chances import TooManyError
from histparse.odds.dealing import Side, deal
from histparse.odds.policies import Policy
from histparse.odds.ranges import Range, possible, put_together
from histparse.odds.showdown import showdown, size_of

EVERY_CARD = (1 << 52) - 1
_MOST_HANDS = 150_000
_MOST_PAIRS = 200_000_000
_MOST_DRAWS = 30_000_000
"""What is counted takes a few seconds at most: hands of a range, pairs of hands, draws of pairs that differ."""


Pair = tuple[Side, Side]
"""Two players."""


class Equity(Struct, frozen=True):
    """How often the first side wins the pot."""

    wins: float
    """From 0 to 1."""
    ties: float
    equity: float
    """Wins and half of the ties."""
    error: float | None
    """The standard error of the equity if it was simulated; None: it is exact."""
    deals: int | None
    """How many deals were simulated."""


class _Kind(Struct, frozen=True):
    """Hands that differ in suits that cannot matter."""

    used: Masks
    kept: Masks
    weight: Floats


def counted(sides: Pair, dead: int, draws: int) -> Equity:
    """The exact equity of the first side with no or one draw to come. Raises TooManyError."""
    if draws > 1:
        raise TooManyError("there are too many hands to count")
    wins = ties = weight = 0.0
    left, (first, second) = _MOST_DRAWS, (_decided(side, dead, draws) for side in sides)
    for kept, unseen, often in pairs_of_kinds(first, second, dead):
        left -= sum(size_of(one, unseen) for one in kept)
        if left < 0:
            raise TooManyError("there are too many draws to count")
        outcomes = showdown(*kept, unseen)
        wins += often * outcomes.wins / outcomes.ways
        ties += often * outcomes.ties / outcomes.ways
        weight += often
    return Equity(wins / weight, ties / weight, (wins + ties / 2) / weight, None, None)


def simulated(sides: Pair, dead: int, draws: int, deals: int, seed: int = 1) -> Equity:
    """The equity of the first side with 0-3 draws to come, of that many deals; the same seed gives the same deals."""
    fitting = [Side(_fitting(side, dead, draws), side.policy) for side in sides]
    if np.bitwise_and.reduce(fitting[0].held.cards) & np.bitwise_and.reduce(fitting[1].held.cards):
        raise HistparseError(_clash(fitting[0].held, fitting[1].held))
    wins = ties = 0
    for hands in deal(fitting, dead, draws, deals, seed):
        ours, theirs = map(hand_numbers, hands)
        wins += int((ours < theirs).sum())
        ties += int((ours == theirs).sum())
    equity = (wins + ties / 2) / deals
    spread = (wins + ties / 4) / deals - equity**2
    return Equity(wins / deals, ties / deals, equity, sqrt(max(spread, 0) / deals), deals)


def _fitting(side: Side, dead: int, draws: int) -> Range:
    """The hands that are possible. Raises HistparseError if there is none, or a hand stays incomplete."""
    if not draws and (np.bitwise_count(side.held.kept) < HAND).any():
        raise HistparseError(f"{quoted(side.held.text)} has fewer than five cards, and no draw is left")
    return possible(side.held, dead)


def _decided(side: Side, dead: int, draws: int) -> Range:
    """The hands with what they keep, chosen by the policy where it is to choose."""
    held = _fitting(side, dead, draws)
    return chosen(held, side.policy, draws) if draws else held


def _clash(first: Range, second: Range) -> str:
    """Why no two of these hands can be held together."""
    shared = int(np.bitwise_and.reduce(first.cards) & np.bitwise_and.reduce(second.cards))
    both = f"{quoted(first.text)} and {quoted(second.text)}"
    return f"{cards_of(shared)[0]} is in both {both}" if shared else f"{both} need the same cards"


def chosen(held: Range, policy: Policy, to_come: int) -> Range:
    """The range, when the policy has chosen what to keep; those who may also stand pat are there twice."""
    open_, rest = held.some(held.chooses == 1), held.some(held.chooses == 0)
    if not len(open_.kept):
        return held
    if len(open_.kept) > _MOST_HANDS:
        raise TooManyError("there are too many hands to choose for")
    choice, none = policy.choice(open_.kept, to_come), np.zeros_like(open_.kept)
    drawn = Range("", choice.kept, open_.kept & ~choice.kept, none, open_.weight * (1 - choice.pat))
    pat = Range("", open_.kept, none, none, open_.weight * choice.pat)
    together = put_together(held.text, [rest, drawn, pat])
    return together.some(together.weight > 0)


def pairs_of_kinds(first: Range, second: Range, dead: int) -> Iterator[tuple[tuple[int, int], int, float]]:
    """The hands of two ranges, one pair for all that differ in suits which cannot matter.

    Of each pair the cards kept, those that nobody has seen, and the weight of all such pairs. Raises TooManyError, and
    HistparseError if no two hands can be held together.
    """
    if len(first.kept) * len(second.kept) > _MOST_PAIRS:
        raise TooManyError("there are too many pairs of hands to count")
    flushes = _flush_cards(first.kept) | _flush_cards(second.kept)
    theirs = _kinds(second, flushes)
    pairs = (_a_pair(ours, other, dead) for ours in _kinds(first, flushes) for other in theirs)
    none = True
    for pair in filter(None, pairs):
        none = False
        yield pair
    if none:
        raise HistparseError(_clash(first, second))


def _kinds(held: Range, flushes: int) -> list[_Kind]:
    """The hands by ranks kept and thrown. Suits matter for flushes: made ones, and those that can still be made."""
    suited = np.where(_in_one_suit(held.kept), held.kept, 0)
    keys = np.stack([rank_keys(held.kept), rank_keys(held.thrown), suited, held.cards & flushes])
    _, which = np.unique(keys, axis=1, return_inverse=True)
    order = np.argsort(which, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(which[order])) + 1)
    return [_Kind(held.cards[part], held.kept[part], held.weight[part]) for part in parts]


def _in_one_suit(kept: Masks) -> NDArray[np.bool_]:
    return np.asarray((suits_of(kept) > 0).sum(0) <= 1)


def _flush_cards(kept: Masks) -> int:
    """All cards of the suits in which a flush can be drawn to one of these keeps."""
    drawing = kept[_in_one_suit(kept) & (np.bitwise_count(kept) < HAND)]
    suits = [IN_SUIT << SUIT_BITS * suit for suit in range(len(SUITS))]
    return sum(suit for suit in suits if (drawing & ~suit == 0).any())


def _a_pair(ours: _Kind, theirs: _Kind, dead: int) -> tuple[tuple[int, int], int, float] | None:
    """Two hands of these kinds that share no card, the cards nobody has, and the weight of all such pairs."""
    apart = ours.used[:, None] & theirs.used == 0
    if not apart.any():
        return None
    one, other = (int(place) for place in np.unravel_index(apart.argmax(), apart.shape))
    unseen = EVERY_CARD & ~int(ours.used[one] | theirs.used[other] | dead)
    return (int(ours.kept[one]), int(theirs.kept[other])), unseen, float(ours.weight @ apart @ theirs.weight)
