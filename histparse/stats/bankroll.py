"""Step 7, statistics: what a win rate and its spread mean: hands needed, chances of loss, bankrolls.

The sum of many hands is taken to be normally distributed. Ruin is decided by few hands, often, and large pots are won
and lost unevenly: there the hands themselves count.
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.stats.significance import Z
from histparse.system import late

Floats = NDArray[np.float64]
_SAFE_RATE = 1e12
"""The rate of ruin of players who cannot lose."""
_STEPS = 65
"""Rates of ruin between which others are interpolated."""
_OFFSETS = np.linspace(-5, 5, 801)
"""The means that are tried, in standard errors from the one observed."""
_LIKELIHOODS = np.exp(-(_OFFSETS**2) / 2) / np.exp(-(_OFFSETS**2) / 2).sum()
"""How likely each is; they add up to 1."""


class Pace(Struct, frozen=True):
    """What a hand brings, in big bets: the mean, the standard deviation of single hands, and how far the mean is known.

    The true mean is normally distributed about this one, and `error` is its standard deviation.
    """

    mean: float
    deviation: float
    error: float = 0.0


def more_hands_needed(pace: Pace, width: float) -> int:
    """Hands until the 95 % interval of the result per 100 hands is as wide as that, in big bets, end to end."""
    narrow = width / (2 * Z * 100)
    if pace.error <= narrow:
        return 0
    return ceil(pace.deviation**2 * (1 / narrow**2 - 1 / pace.error**2))


def chance_of_loss(pace: Pace, hands: int) -> float:
    """The chance to be behind after that many hands.

    Their sum strays from what is expected by the spread of the hands, and by the error of the mean, the same in all.
    """
    spread = sqrt(hands * pace.deviation**2 + (hands * pace.error) ** 2)
    return float(late.special.ndtr(-pace.mean * hands / spread)) if spread else float(pace.mean < 0)


def chance_of_losing(pace: Pace) -> float:
    """The chance that the true mean is below 0."""
    return float(late.special.ndtr(-pace.mean / pace.error)) if pace.error else float(pace.mean < 0)


def ruin_rates(nets: Floats, means: Floats) -> Floats:
    """By mean: how fast the risk of ruin falls with each big bet of a bankroll; 0: any is lost in the end.

    Lundberg's coefficient: the r > 0 for which exp(-r net) averages 1 over the hands, here over `nets`, in big bets,
    shifted to that mean.
    """
    centred = nets - nets.mean()
    cannot_lose = (means > 0) & (means >= -centred.min())
    most = means[~cannot_lose].max(initial=0.0)
    rates = np.zeros(1)
    if most > 0:
        top = 2 * most / float(centred.var())
        while _mean_of(centred, top) < most:
            top *= 2
        rates = np.linspace(0, top, _STEPS)
    means_of_rates = [0.0, *(_mean_of(centred, rate) for rate in rates[1:])]
    return np.where(cannot_lose, _SAFE_RATE, np.interp(means, means_of_rates, rates))


def _mean_of(centred: Floats, rate: float) -> float:
    """The mean at which hands that stray so from it have this rate of ruin."""
    worst = float(centred.min())
    return log(float(np.exp(rate * (worst - centred)).mean())) / rate - worst


def chance_of_ruin(nets: Floats, pace: Pace, big_bets: float) -> float:
    """The chance ever to lose a bankroll, by Lundberg's inequality at most: the average over what the mean may be."""
    return _chance_of_ruin(_possible_rates(nets, pace), big_bets)


def bankroll(nets: Floats, pace: Pace, risk: float) -> float | None:
    """The big bets with which the chance of ruin is `risk`; None: it is larger with any."""
    rates = _possible_rates(nets, pace)

    def excess(big_bets: float) -> float:
        return _chance_of_ruin(rates, big_bets) - risk

    if excess(inf) >= 0:
        return None
    most = 1.0
    while excess(most) > 0:
        most *= 2
    return float(late.optimize.brentq(excess, 0, most))


def _possible_rates(nets: Floats, pace: Pace) -> Floats:
    return ruin_rates(nets, pace.mean + pace.error * _OFFSETS)


def _chance_of_ruin(rates: Floats, big_bets: float) -> float:
    wins = rates > 0
    return float(_LIKELIHOODS[wins] @ np.exp(-rates[wins] * big_bets) + _LIKELIHOODS[~wins].sum())
