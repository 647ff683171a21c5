"""Step 7, statistics: what to expect of a win rate, and what it means - hands needed, chances of loss, bankrolls."""

from __future__ import annotations

from math import ceil, exp, inf, log, sqrt

import numpy as np
import polars as pl
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.stats.filters import Filters
from histparse.stats.run import run_statistic
from histparse.stats.significance import Z
from histparse.stats.verdicts import ENOUGH_HANDS
from histparse.store import Database
from histparse.system import late

Floats = NDArray[np.float64]
# --- what a win rate and its spread mean -----------------------------------------------------------------------------

_SAFE_RATE = 1e12
"""The rate of ruin of players who cannot lose."""
_STEPS = 65
"""Rates of ruin between which others are interpolated."""
_OFFSETS = np.linspace(-5, 5, 801)
"""The means that are tried, in standard errors from the one observed."""
_LIKELIHOODS = np.exp(-(_OFFSETS**2) / 2) / np.exp(-(_OFFSETS**2) / 2).sum()
"""How likely each is; they add up to 1."""


class Pace(Struct, frozen=True):
    """The results of a hand, in big bets: mean, standard deviation of single hands, and how far the mean is known.

    The true mean is normally distributed about this one, and `error` is its standard deviation.
    """

    mean: float
    deviation: float
    error: float = 0.0


def more_hands_needed(pace: Pace, interval_width: float) -> int:
    """Hands until the 95 % interval of the result per 100 hands is as wide as that, in big bets, end to end."""
    narrow = interval_width / (2 * Z * 100)
    if pace.error <= narrow:
        return 0
    return ceil(pace.deviation**2 * (1 / narrow**2 - 1 / pace.error**2))


def chance_to_be_behind(pace: Pace, hands: int) -> float:
    """The chance to be behind after that many hands.

    Their sum strays from what is expected by the spread of the hands, and by the error of the mean, the same in all.
    """
    spread = sqrt(hands * pace.deviation**2 + (hands * pace.error) ** 2)
    return float(late.special.ndtr(-pace.mean * hands / spread)) if spread else float(pace.mean < 0)


def chance_mean_is_negative(pace: Pace) -> float:
    """The chance that the true mean is below 0."""
    return float(late.special.ndtr(-pace.mean / pace.error)) if pace.error else float(pace.mean < 0)


def ruin_rates_by_mean(nets: Floats, means: Floats) -> Floats:
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
        while _mean_with_ruin_rate(centred, top) < most:
            top *= 2
        rates = np.linspace(0, top, _STEPS)
    means_of_rates = [0.0, *(_mean_with_ruin_rate(centred, rate) for rate in rates[1:])]
    return np.where(cannot_lose, _SAFE_RATE, np.interp(means, means_of_rates, rates))


def _mean_with_ruin_rate(centred: Floats, rate: float) -> float:
    """The mean at which hands that stray so from it have this rate of ruin."""
    worst = float(centred.min())
    return log(float(np.exp(rate * (worst - centred)).mean())) / rate - worst


def ruin_rates_by_possible_mean(nets: Floats, pace: Pace) -> Floats:
    """The rates of ruin with each mean that the true one may be."""
    return ruin_rates_by_mean(nets, pace.mean + pace.error * _OFFSETS)


def chance_of_ruin(ruin_rates: Floats, big_bets: float) -> float:
    """The chance ever to lose a bankroll, by Lundberg's inequality at most.

    `ruin_rates`: as from `ruin_rates_by_possible_mean`, over which it is averaged.
    """
    wins = ruin_rates > 0
    return float(_LIKELIHOODS[wins] @ np.exp(-ruin_rates[wins] * big_bets) + _LIKELIHOODS[~wins].sum())


def bankroll_for_risk(nets: Floats, pace: Pace, risk_of_ruin: float) -> float | None:
    """The big bets with that chance of ruin, averaged over the possible true win rates; None: it is larger with any."""
    rates = ruin_rates_by_possible_mean(nets, pace)

    def excess(big_bets: float) -> float:
        return chance_of_ruin(rates, big_bets) - risk_of_ruin

    if excess(inf) >= 0:
        return None
    most = 1.0
    while excess(most) > 0:
        most *= 2
    return float(late.optimize.brentq(excess, 0, most))


# --- what to expect of it, given how those of players differ (empirical Bayes) ---------------------------------------

Counts = NDArray[np.int64]
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
    """The assumed distribution of true win rates, in big bets per 100 hands: a mean and a standard deviation."""

    mean: float
    spread: float
    players: int | None
    """So many of the database show it; None: they are too few, and it is assumed."""

    @property
    def in_words(self) -> str:
        """The assumed win rates in words, and why."""
        lie = f"about {round(self.mean, 1):g} BB/100, standard deviation {round(self.spread, 1):g}"
        if self.players is None:
            return f"{lie}: assumed, as fewer than {ENOUGH_PLAYERS} players here have {ENOUGH_HANDS} hands"
        return f"{lie}, as {self.players:,} players here with {ENOUGH_HANDS} hands or more show"


class LogVariances(Struct, frozen=True):
    """The logarithms of the variances of 100 hands: a mean and a variance over players."""

    mean: float
    variance: float

    def shrink_deviation(self, deviation: float, hands: int) -> float:
        """Estimate the deviation of hands to come."""
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
    variances: LogVariances

    def expected_pace(self, rate: float, deviation: float, hands: int) -> Pace:
        """Estimate the true results of a player with these, who is one of those that show the spread."""
        steady = self.variances.shrink_deviation(deviation, hands)
        spread_variances, noise = self.spreads**2, 100 * steady**2 / hands
        trust = spread_variances / (spread_variances + noise) if noise else np.ones(1)
        means = self.prior.mean + trust * (rate - self.prior.mean)
        mean = float(self.weights @ means)
        variances = trust * noise + ((1 - trust) * self.errors) ** 2
        return Pace(mean / 100, steady / 10, sqrt(self.weights @ (variances + (means - mean) ** 2)) / 100)


def assumed_population() -> Population:
    """The population of players of whom too little is known."""
    return Population(Prior(0.0, ASSUMED, None), np.array([ASSUMED]), np.ones(1), np.zeros(1), LogVariances(0.0, inf))


def populations_by_currency(database: Database, filters: Filters) -> dict[str, Population]:
    """The population of each currency: all players that the filters leave. Raises StatisticsError."""
    rows = run_statistic(database, "bb100", filters=structs.replace(filters, by="player", but=None))
    by_currency = rows.filter(pl.col("high_stake").is_null()).partition_by("currency", as_dict=True)
    return {
        currency: fit_or_assume_population(*(players[name].to_numpy() for name in FIGURES))
        for (currency,), players in by_currency.items()
    }


def fit_or_assume_population(rates: Floats, deviations: Floats, hands: Counts) -> Population:
    """The population of players with these results; those with few hands only say what hands bring on average."""
    is_regular = (hands >= ENOUGH_HANDS) & (deviations > 0)
    if is_regular.sum() < ENOUGH_PLAYERS:
        return assumed_population()
    shares, players = hands / hands.sum(), int(is_regular.sum())
    variances = _fit_log_variances(deviations[is_regular], hands[is_regular])
    figures = zip(deviations[is_regular].tolist(), hands[is_regular].tolist(), strict=True)
    steady = [variances.shrink_deviation(deviation, number) for deviation, number in figures]
    hand_variances = 100 * np.square(steady)
    mean = float(shares @ rates)
    spreads = _SPREADS * rates[is_regular].std(ddof=1)
    weights = _relative_spread_likelihoods(rates[is_regular], hand_variances / hands[is_regular], spreads) / (
        1 + (spreads / ASSUMED) ** 2
    )
    weights /= weights.sum()
    errors = np.sqrt(spreads**2 * (shares @ shares) + hand_variances.mean() / hands.sum())
    prior = Prior(mean, float(np.sqrt(weights @ spreads**2)), players)
    return Population(prior, spreads, weights, errors, variances)


def _fit_log_variances(deviations: Floats, hands: Counts) -> LogVariances:
    """By the method of moments."""
    logs = 2 * np.log(deviations)
    return LogVariances(float(logs.mean()), max(0.0, float(logs.var(ddof=1) - (_FOURTH_MOMENT / hands).mean())))


def _relative_spread_likelihoods(rates: Floats, error_variances: Floats, spreads: Floats) -> Floats:
    """The likelihood of these results by spread, given their variances, whatever their mean; the most likely is 1."""
    precisions = 1 / (spreads[:, None] ** 2 + error_variances)
    precision = precisions.sum(1)
    strays = rates - (precisions @ rates / precision)[:, None]
    logs = (np.log(precisions).sum(1) - np.log(precision) - (precisions * strays**2).sum(1)) / 2
    return np.asarray(np.exp(logs - logs.max()))
