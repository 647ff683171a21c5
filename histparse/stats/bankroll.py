"""Step 7, statistics: what a win rate and its spread mean: hands needed, chances of loss, bankrolls.

The sum of many hands is taken to be normally distributed. Ruin is decided by few hands, often, and large pots are won
and lost unevenly: there the hands themselves count.
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import logsumexp, ndtr

from histparse.stats.significance import Z

Floats = NDArray[np.float64]


class Pace(Struct, frozen=True):
    """What a hand brings, in big bets: the mean, and the standard deviation of single hands."""

    mean: float
    deviation: float


def hands_needed(pace: Pace, width: float) -> int:
    """Hands after which the 95 % interval of the result per 100 hands is as wide as that, in big bets, end to end."""
    return ceil((2 * Z * 100 * pace.deviation / width) ** 2)


def chance_of_loss(pace: Pace, hands: int) -> float:
    """The chance to be behind after that many hands: the sum of the hands is normally distributed."""
    return float(ndtr(-pace.mean * sqrt(hands) / pace.deviation)) if pace.deviation else float(pace.mean < 0)


def likely_loss(pace: Pace, played: int, hands: int) -> float:
    """The chance to be behind after more hands, when the mean is known only from the hands played.

    The normal predictive distribution: the sum strays from what is expected by the spread of the hands to come, and by
    the error of the mean, which is the same in all of them.
    """
    return chance_of_loss(Pace(pace.mean, pace.deviation * sqrt(1 + hands / played)), hands)


def ruin_rate(nets: Floats, mean: float) -> float | None:
    """How fast the risk of ruin falls with each big bet of a bankroll; None: who does not win loses any in the end.

    Lundberg's coefficient: the r > 0 for which exp(-r net) averages 1 over the hands, here over `nets`, in big bets,
    moved to that mean.
    """
    if mean <= 0:
        return None
    moved = nets - nets.mean() + mean
    if moved.min() >= 0:
        return inf

    def excess(rate: float) -> float:
        return float(logsumexp(-rate * moved)) - log(len(moved))

    most = 2 * mean / float(moved.var())
    while excess(most) <= 0:
        most *= 2
    return float(brentq(excess, 1e-6 * most, most))


def bankroll(nets: Floats, mean: float, risk: float) -> float | None:
    """The big bets with which the risk of ruin is `risk`; None: who does not win loses any bankroll in the end."""
    rate = ruin_rate(nets, mean)
    return None if rate is None else -log(risk) / rate
