"""Odds: players - what they may hold, and how they draw. Hands that cannot be are refused before any is counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.odds.card_masks import cards_of
from histparse.odds.card_sets import HAND
from histparse.odds.policies import Policy
from histparse.odds.ranges import Range, TooManyError, possible, put_together

_MOST_HANDS = 150_000
"""What a policy chooses for in a second."""


class Side(Struct, frozen=True):
    """A player: what they may hold, and how they draw."""

    held: Range
    policy: Policy


def fitting(sides: Sequence[Side], dead: int, draws: int) -> list[Side]:
    """With the hands that are possible. Raises HistparseError if there is none, or a hand stays incomplete."""
    return [Side(_fitting(side.held, dead, draws), side.policy) for side in sides]


def _fitting(held: Range, dead: int, draws: int) -> Range:
    if not draws and (np.bitwise_count(held.kept) < HAND).any():
        raise HistparseError(f"{quoted(held.text)} has fewer than five cards, and no draw is left")
    return possible(held, dead)


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


def clash(ranges: Sequence[Range]) -> HistparseError:
    """Why these hands cannot be held together."""
    for first, second in combinations(ranges, 2):
        if shared := int(np.bitwise_and.reduce(first.cards) & np.bitwise_and.reduce(second.cards)):
            both = f"{quoted(first.text)} and {quoted(second.text)}"
            return HistparseError(f"{cards_of(shared)[0]} is in both {both}")
    return HistparseError(f"{' and '.join(quoted(held.text) for held in ranges)} need the same cards")
