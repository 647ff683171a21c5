"""Step 7, statistics: what to expect of a player's win rate, given how those of players differ (empirical Bayes).

The true win rates of players are taken to be normally distributed about what all hands brought on average, which is
nothing less the rake. A mean over players would be another: a hero's opponents lost what the hero won. How likely each
spread makes the results of the players with many hands is the restricted likelihood; as in `stats/shrinking.py` an
estimate is the average over all spreads, and not of the most likely alone.

Large pots won are rare, so who had none shows a lower win rate and a smaller deviation of hands at once, and would be
trusted too much: deviations are shrunk too.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt

import numpy as np
import polars as pl
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.stats.bankroll import Pace
from histparse.stats.filters import Filters
from histparse.stats.run import run
from histparse.store import Database

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
ENOUGH_HANDS = 500
"""With fewer nothing is said of hands to come, and a player says nothing of the spread of win rates."""
ENOUGH_PLAYERS = 20
"""The spread that fewer players show is further from the true one than the one assumed."""
ASSUMED = 10.0
"""The standard deviation of true win rates assumed then, in big bets per 100 hands, about a mean of 0.

If there are enough players it is a scale: spreads are as likely, before their results are seen, as a half-Cauchy says.
"""
_SPREADS = np.linspace(0, 3, 121)
"""The spreads that are tried, by that of the results."""
_FOURTH_MOMENT = 5.0
"""The variance of the logarithm of a variance, times the hands: 2, and the excess kurtosis of real hands, about 3."""
FIGURES = ("bb100", "deviation", "hands")
"""The columns of `bb100` that are looked at; the first two are for 100 hands."""


class Prior(Struct, frozen=True):
    """How true win rates are taken to be distributed, in big bets per 100 hands: a mean and a standard deviation."""

    mean: float
    spread: float
    players: int | None
    """So many of the database show it; None: they are too few, and it is assumed."""

    @property
    def in_words(self) -> str:
        """What true win rates are taken to be, and why."""
        lie = f"about {round(self.mean, 1):g} BB/100, standard deviation {round(self.spread, 1):g}"
        if self.players is None:
            return f"{lie}: assumed, as fewer than {ENOUGH_PLAYERS} players here have {ENOUGH_HANDS} hands"
        return f"{lie}, as {self.players:,} players here with {ENOUGH_HANDS} hands or more show"


class Logs(Struct, frozen=True):
    """The logarithms of the variances of 100 hands: a mean and a variance over players."""

    mean: float
    variance: float

    def steadied(self, deviation: float, hands: int) -> float:
        """What to expect of the deviation of hands to come."""
        if not deviation:
            return deviation
        player_log = 2 * log(deviation)
        noise = _FOURTH_MOMENT / hands
        return exp((player_log + noise / (self.variance + noise) * (self.mean - player_log)) / 2)


class Population(Struct, frozen=True):
    """Normal distributions of the true win rates by their spread: arrays of the same length."""

    prior: Prior
    spreads: Floats
    weights: Floats
    """How likely each is: they add up to 1."""
    errors: Floats
    """Standard errors of the mean, which is not known either."""
    variances: Logs

    def expected(self, rate: float, deviation: float, hands: int) -> Pace:
        """What to expect of a player with these results, who is one of those that show the spread."""
        steady = self.variances.steadied(deviation, hands)
        spread_variances, noise = self.spreads**2, 100 * steady**2 / hands
        trust = spread_variances / (spread_variances + noise) if noise else np.ones(1)
        means = self.prior.mean + trust * (rate - self.prior.mean)
        mean = float(self.weights @ means)
        variances = trust * noise + ((1 - trust) * self.errors) ** 2
        return Pace(mean / 100, steady / 10, sqrt(self.weights @ (variances + (means - mean) ** 2)) / 100)


def assumed() -> Population:
    """The population of players of whom too little is known."""
    return Population(Prior(0.0, ASSUMED, None), np.array([ASSUMED]), np.ones(1), np.zeros(1), Logs(0.0, inf))


def populations(database: Database, filters: Filters) -> dict[str, Population]:
    """The population of each currency: all players that the filters leave. Raises StatisticsError."""
    rows = run(database, "bb100", filters=structs.replace(filters, by="player", but=None))
    by_currency = rows.filter(pl.col("high_stake").is_null()).partition_by("currency", as_dict=True)
    return {
        currency: fitted(*(players[name].to_numpy() for name in FIGURES))
        for (currency,), players in by_currency.items()
    }


def fitted(rates: Floats, deviations: Floats, hands: Counts) -> Population:
    """The population of players with these results; those with few hands only say what hands bring on average."""
    is_regular = (hands >= ENOUGH_HANDS) & (deviations > 0)
    if is_regular.sum() < ENOUGH_PLAYERS:
        return assumed()
    shares, players = hands / hands.sum(), int(is_regular.sum())
    variances = _variances(deviations[is_regular], hands[is_regular])
    figures = zip(deviations[is_regular].tolist(), hands[is_regular].tolist(), strict=True)
    steady = [variances.steadied(deviation, number) for deviation, number in figures]
    hand_variances = 100 * np.square(steady)
    mean = float(shares @ rates)
    spreads = _SPREADS * rates[is_regular].std(ddof=1)
    weights = _likelihood(rates[is_regular], hand_variances / hands[is_regular], spreads) / (
        1 + (spreads / ASSUMED) ** 2
    )
    weights /= weights.sum()
    errors = np.sqrt(spreads**2 * (shares @ shares) + hand_variances.mean() / hands.sum())
    prior = Prior(mean, float(np.sqrt(weights @ spreads**2)), players)
    return Population(prior, spreads, weights, errors, variances)


def _variances(deviations: Floats, hands: Counts) -> Logs:
    """By the method of moments."""
    logs = 2 * np.log(deviations)
    return Logs(float(logs.mean()), max(0.0, float(logs.var(ddof=1) - (_FOURTH_MOMENT / hands).mean())))


def _likelihood(rates: Floats, errors: Floats, spreads: Floats) -> Floats:
    """How likely each spread makes these results, by their variances, whatever their mean; the most likely is 1."""
    precisions = 1 / (spreads[:, None] ** 2 + errors)
    precision = precisions.sum(1)
    strays = rates - (precisions @ rates / precision)[:, None]
    logs = (np.log(precisions).sum(1) - np.log(precision) - (precisions * strays**2).sum(1)) / 2
    return np.asarray(np.exp(logs - logs.max()))
