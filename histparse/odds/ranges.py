"""Odds: a range, the hands a player may have before the first draw, and what they keep."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.odds.card_sets import Floats, Masks, cards_of


class TooManyError(HistparseError):
    """There are too many hands to count."""


class Range(Struct, frozen=True, eq=False):
    """Hands a player may have before the first draw: arrays of the same length. No other is equal to it."""

    text: str
    """How it was written."""
    kept: Masks
    """The cards they keep; of those who choose by a policy, all five."""
    thrown: Masks
    """The cards they throw, if known."""
    chooses: Masks
    """1 where a policy chooses what to keep."""
    weight: Floats
    """How often each is held beside the others."""

    def some(self, there: NDArray[np.bool_] | Masks) -> Range:
        """The part of the range that a mask, or a list of places, picks out."""
        kept, thrown, chooses = (part[there] for part in (self.kept, self.thrown, self.chooses))
        return Range(self.text, kept, thrown, chooses, self.weight[there])

    @property
    def cards(self) -> Masks:
        """All cards known of each."""
        return self.kept | self.thrown


def possible(held: Range, dead: int) -> Range:
    """The hands without dead cards (a mask). Raises HistparseError if there is none."""
    there = held.cards & dead == 0
    if there.all():
        return held
    if not there.any():
        taken = cards_of(int(np.bitwise_and.reduce(held.cards)) & dead)
        why = f"{taken[0]} is taken" if taken else "its cards are taken"
        raise HistparseError(f"{quoted(held.text)} cannot be held: {why} by a dead card or the other hand")
    return held.some(there)


def put_together(text: str, parts: list[Range]) -> Range:
    """The hands of several ranges as one."""
    arrays = ("kept", "thrown", "chooses", "weight")
    return Range(text, *(np.concatenate([getattr(part, name) for part in parts]) for name in arrays))
