"""Coach, luck: a player's result beside the one without the luck of the own cards, each with its interval."""

from __future__ import annotations

from math import sqrt

import numpy as np
from msgspec import Struct

from histparse.odds.best_draws import Floats
from histparse.system import late

FEWEST = 500
"""Fewer hands with cards known do not tell what cards are worth, so nothing is said."""
_TAIL = 0.975


class Pace(Struct, frozen=True):
    """Big bets won per 100 hands, and the 95 % interval."""

    bb100: float
    low: float
    high: float


class WithoutLuck(Struct, frozen=True):
    """A result, the part of it that the own cards brought beyond the average, and the rest."""

    net: Pace
    luck: float
    """In big bets per 100 hands."""
    without: Pace
    variance_left: float
    """The variance of the rest beside that of the nets: with 0.7 each hand tells as much as 1.4 hands."""


def without_luck(net: Floats, lucky: Floats) -> WithoutLuck:
    """The result of hands with those nets and that luck, in big bets."""
    rest = net - lucky
    return WithoutLuck(_pace(net), float(100 * lucky.mean()), _pace(rest), float(rest.var() / (net.var() or 1)))


def _pace(each: Floats) -> Pace:
    """The mean as it is: nothing is centred."""
    mean = 100 * float(each.mean())
    reach = 100 * float(late.special.stdtrit(len(each) - 1, _TAIL) * np.std(each, ddof=1)) / sqrt(len(each))
    return Pace(mean, mean - reach, mean + reach)
