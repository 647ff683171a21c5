"""Odds: what each player wins of the pot, from the numbers of all hands."""

from __future__ import annotations

from math import sqrt

import numpy as np
from msgspec import Struct, structs

from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import Masks


class Share(Struct, frozen=True):
    """What a hand wins of the pot."""

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
    """What each wins, from 0 to 1, when all show hands with these numbers: arrays of players by showdowns."""
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
