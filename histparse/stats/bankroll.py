"""Step 7, statistics: what a win rate and its spread mean: hands needed, chances of loss, bankrolls.

The sum of many hands is taken for a Brownian motion with the mean and the deviation of a hand, in big bets.
"""

from __future__ import annotations

from math import ceil, exp, log, sqrt

from msgspec import Struct
from scipy.special import ndtr

from histparse.stats.significance import Z


class Pace(Struct, frozen=True):
    """What a hand brings, in big bets: the mean, and the standard deviation of single hands."""

    mean: float
    deviation: float


def hands_needed(pace: Pace, width: float) -> int:
    """Hands after which the 95 % interval of the result per 100 hands is as wide as that, in big bets, end to end."""
    return ceil((2 * Z * 100 * pace.deviation / width) ** 2)


def chance_of_loss(pace: Pace, hands: int) -> float:
    """The chance to be behind after so many hands: the sum of the hands is normally distributed."""
    return float(ndtr(-pace.mean * sqrt(hands) / pace.deviation)) if pace.deviation else float(pace.mean < 0)


def likely_loss(pace: Pace, played: int, hands: int) -> float:
    """The chance to be behind after so many more hands, when the mean is known from so many that were played.

    The normal predictive distribution: the sum strays from what is expected by the spread of the hands to come, and by
    the error of the mean, which is the same in all of them.
    """
    return chance_of_loss(Pace(pace.mean, pace.deviation * sqrt(1 + hands / played)), hands)


def risk_of_ruin(pace: Pace, bankroll: float) -> float:
    """The chance ever to lose a bankroll of so many big bets: exp(-2 mean bankroll / deviation ** 2)."""
    return 1.0 if pace.mean <= 0 else min(1.0, exp(-2 * pace.mean * bankroll / pace.deviation**2))


def bankroll(pace: Pace, risk: float) -> float | None:
    """The big bets with which the risk of ruin is `risk`; None: who does not win loses any bankroll in the end."""
    return None if pace.mean <= 0 else -(pace.deviation**2) * log(risk) / (2 * pace.mean)
