"""Coach, luck: a player's result beside the one without the luck of the own cards, each with its interval."""

from __future__ import annotations

from math import sqrt

import numpy as np
from msgspec import Struct

from histparse.odds.best_draws import Floats

FEWEST = 500
"""Of fewer hands with cards known nothing is said: what cards are worth is not known from so few."""
_TAIL = 0.975


class Pace(Struct, frozen=True):
    """Big bets won per 100 hands, and the 95 % interval."""

    bb100: float
    low: float
    high: float


class WithoutLuck(Struct, frozen=True):
    """A result, the part of it that the own cards brought beyond the average, and the rest."""

    hands: int
    known: int
    """Hands of these in which the text shows the cards at the deal."""
    net: Pace
    luck: float
    """In big bets per 100 hands."""
    without: Pace
    variance_left: float
    """The variance of what is left beside that of the nets: 0.7 makes each hand tell as much as 1.4."""


def without_luck(net: Floats, lucky: Floats, known: int) -> WithoutLuck | None:
    """The result of hands with those nets and that luck, in big bets; None if too few have cards known."""
    if known < FEWEST:
        return None
    left = net - lucky
    return WithoutLuck(
        len(net), known, _pace(net), float(100 * lucky.mean()), _pace(left), float(left.var() / (net.var() or 1))
    )


def _pace(each: Floats) -> Pace:
    """The mean as it is: nothing is centred."""
    from scipy.special import stdtrit  # noqa: PLC0415 - every report knows of luck, and most need none of it

    mean = 100 * float(each.mean())
    reach = 100 * float(stdtrit(len(each) - 1, _TAIL) * np.std(each, ddof=1)) / sqrt(len(each))
    return Pace(mean, mean - reach, mean + reach)
