"""Audit: whether kinds of cards that are equally frequent in the deck are dealt equally often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from histparse.audit.chi_square import counts
from histparse.audit.measured import Measured, enough
from histparse.model.cards import CARDS_IN_HAND, DECK

LEAST = 100
RARER = 0.05
UNIT = "hands dealt"


def evenly(observed: ArrayLike, hands: int, names: Sequence[str]) -> Measured:
    """The test of how often each kind was dealt. Five cards of one deck vary less than five of five decks."""
    enough(hands, LEAST, UNIT)
    kinds, cards = len(names), hands * CARDS_IN_HAND
    share = np.full(kinds, 1 / kinds)
    without_return = (len(DECK) - CARDS_IN_HAND) / (len(DECK) - 1)
    rarer = np.full(kinds, RARER / (kinds - 1))
    rarer[0] = -RARER
    return counts(
        observed,
        cards * share,
        cards * without_return * (np.diag(share) - np.outer(share, share)),
        names,
        sample=hands,
        unit=UNIT,
        fault=f"{names[0]} {RARER:.0%} rarer".replace("%", " %"),
        shift=cards * share * rarer,
    )
