"""Step 7, statistics: what a rate of few opportunities says of a player, given how players differ (empirical Bayes).

The true rates of players are taken to follow a beta distribution: their mean, and their spread, which is 0 if all are
alike and 1 if each player always or never does it. How likely each spread makes the counts of the pool's players is the
beta-binomial; the mean goes with the spread, each player weighing as much as their count says about it. An estimate is
the average over all spreads by their likelihood, and not of the most likely alone: few players leave much open.

Somebody unlike the pool would be dragged toward it in however many hands, so the translation is limited (Efron and
Morris, "Limiting the risk of Bayes and empirical Bayes estimators", 1971 and 1972), by Wilson's intervals: the estimate
stays in a narrow one, and each end of its interval between those of one of 90 and one of 97 %.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.stats.catalogue import Value, find_statistic
from histparse.stats.filter_views import prepare_queries
from histparse.stats.filters import Filters
from histparse.stats.run import (
    COUNTS,
    RATE,
    are_rate_columns,
    fetch_statistic_rows,
    fill_parameters,
    partition_by_keys,
    statistic_without_rate,
)
from histparse.store import Database
from histparse.system import late

Floats = NDArray[np.float64]
RatesLowsHighs = tuple[Floats, Floats, Floats]
ESTIMATE = ("estimate", "estimate_low", "estimate_high")
"""A rate shrunk toward the pool, and its 95 % interval, from 0 to 1."""

_SPREADS = np.concatenate([np.arange(0.01, 0.1, 0.01), np.arange(0.1, 0.98, 0.03)])
_STEPS = np.gradient(_SPREADS)
_INNER, _OUTER = 1.644853626951472, 2.170090377584560
"""In standard errors: an interval has all of Wilson's of 90 %, whoever it may be, and nothing beyond that of 97 %."""
_MOVED = 10
"""A count is moved by at most the standard deviation of this many opportunities, however many there were."""
_EASED = 1 / 800
"""How much less a count is moved, as a share of the opportunities: rare counts have a deviation as large as they are.

None of 64 or more stays none."""
_BISECTIONS = 20  # to a millionth
_NEGLIGIBLE = 3e-3


class Pool(Struct, frozen=True):
    """Beta distributions of the true rates, and how likely each is: arrays of the same length."""

    first: Floats
    second: Floats
    weights: Floats

    def estimate_rates(self, made: Floats, chances: Floats) -> RatesLowsHighs:
        """Estimate the rates of players with these counts, and the ends of the 95 % interval."""
        estimate, low, high = self.expected_rates(made, chances)
        near = wilson_bounds(made, chances, np.sqrt(_MOVED / np.maximum(chances, _MOVED)), _EASED * chances)
        inner, outer = (wilson_bounds(made, chances, reach) for reach in (_INNER, _OUTER))
        return estimate.clip(*near), low.clip(outer[0], inner[0]), high.clip(inner[1], outer[1])

    def expected_rates(self, made: Floats, chances: Floats) -> RatesLowsHighs:
        """Compute the expected rates if players are drawn from these distributions, and nobody is unlike the others."""
        first, second = self.first + made[:, None], self.second + (chances - made)[:, None]
        logs = late.special.betaln(first, second) - late.special.betaln(self.first, self.second) + np.log(self.weights)
        weights = np.exp(logs - late.special.logsumexp(logs, axis=1, keepdims=True))
        low, high = _mixture_interval_ends(first, second, weights)
        return (weights * first / (first + second)).sum(1), low, high


def fit_pool(made: Floats, chances: Floats) -> Pool:
    """The pool of players with these counts; those without an opportunity say nothing."""
    has_chances = chances > 0
    counts, repeats = np.unique(np.stack([made[has_chances], chances[has_chances]]), axis=1, return_counts=True)
    alike = (_SPREADS**2)[:, None]
    evidence = repeats * counts[1] / (1 + (counts[1] - 1) * alike)  # in opportunities of somebody else
    total_evidence = evidence.sum(1) + 1
    mean = ((evidence * counts[0] / counts[1]).sum(1) + 0.5) / total_evidence
    size = 1 / alike[:, 0] - 1
    first, second = (size * mean)[:, None], (size * (1 - mean))[:, None]
    logs = late.special.betaln(first + counts[0], second + counts[1] - counts[0]) - late.special.betaln(first, second)
    weights = _STEPS * np.exp((total := (logs * repeats).sum(1)) - total.max())
    weights /= weights.sum()
    is_likely = weights > _NEGLIGIBLE * weights.max()
    # The mean is not known either: its own variance is added to that of the rates.
    size = 1 / (alike[:, 0] + (1 - alike[:, 0]) / total_evidence) - 1
    return Pool((size * mean)[is_likely], (size * (1 - mean))[is_likely], weights[is_likely])


def wilson_bounds(
    made: Floats, chances: Floats, standard_errors: Floats | float, easing: Floats | float = 0.0
) -> tuple[Floats, Floats]:
    """The ends of all rates from which these counts are at most that many standard errors away, taken at that rate.

    `easing`: they are at most as far away as the root of the variance and the square of this is more than this.
    """
    square = np.square(standard_errors)
    low, high = (_wilson_bound(made - side * easing, chances, square, np.square(easing), side) for side in (-1, 1))
    return low.clip(0, 1), high.clip(0, 1)


def _wilson_bound(made: Floats, chances: Floats, squared_errors: Floats, squared_easing: Floats, side: int) -> Floats:
    middle = made + squared_errors / 2
    radicand = np.square(middle) - (1 + squared_errors / np.maximum(chances, 1)) * (np.square(made) - squared_easing)
    return np.asarray((middle + side * np.sqrt(np.maximum(radicand, 0))) / (chances + squared_errors))


def _mixture_interval_ends(alphas: Floats, betas: Floats, weights: Floats) -> Floats:
    """The values below which 2.5 and 97.5 % of each mixture of beta distributions lie, by bisection."""
    shares = np.array([[0.025], [0.975]])
    low, high = np.zeros((2, len(alphas))), np.ones((2, len(alphas)))
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        is_below = (weights * late.special.betainc(alphas, betas, middle[..., None])).sum(-1) < shares
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    return (low + high) / 2


# --- estimates -------------------------------------------------------------------------------------------------------

FEWEST = 2
"""Where fewer players had an opportunity there is no pool, and no estimate: hands seen at the deal are the hero's."""
LABELS = frozenset({"label", "player", *RATE, *ESTIMATE})
"""Columns that do not tell one rate of a statistic from another."""


def add_estimates_to_rates(
    database: Database,
    tables: Mapping[str, pl.DataFrame],
    filters: Filters,
    parameters: Mapping[str, Value] | None = None,
) -> dict[str, pl.DataFrame]:
    """The rates of players, by statistic, with the columns of `ESTIMATE`; other figures as they are.

    The pool is all players that the filters leave. Raises StatisticsError.
    """
    rated = {
        name: statistic_without_rate(find_statistic(name))
        for name, rows in tables.items()
        if are_rate_columns(rows.columns)
    }
    pool_filters = structs.replace(filters, by="player", but=None)
    prepare_queries(database, [statistic.sql for statistic in rated.values()], None, pool_filters)
    pools = {
        name: fetch_statistic_rows(database, statistic, fill_parameters(statistic, parameters or {}), pool_filters)
        for name, statistic in rated.items()
    }
    return {name: shrink_rates(rows, pools[name]) if name in pools else rows for name, rows in tables.items()}


def shrink_rates(rates: pl.DataFrame, pool: pl.DataFrame) -> pl.DataFrame:
    """The rates with the columns of `ESTIMATE`, by the same rates of the pool's players, a row each."""
    keys = [name for name in rates.columns if name not in LABELS]
    with_chances = pool.filter(pl.col("chances") > 0)
    if keys:
        with_chances = with_chances.join(rates, on=keys, how="semi", nulls_equal=True)  # each key takes long to part by
    players, parts = (partition_by_keys(rows, keys) for rows in (with_chances, rates.with_row_index("row")))
    estimated = [_add_estimates_or_nulls(part, players.get(key, with_chances.clear())) for key, part in parts.items()]
    schema = rates.schema | dict.fromkeys(ESTIMATE, pl.Float64())
    return pl.concat(estimated).sort("row").drop("row") if estimated else pl.DataFrame(schema=schema)


def _add_estimates_or_nulls(rates: pl.DataFrame, pool_players: pl.DataFrame) -> pl.DataFrame:
    if len(pool_players) < FEWEST:
        return rates.hstack([pl.Series(name, [None] * len(rates), pl.Float64) for name in ESTIMATE])
    counts, pool = ([part[name].to_numpy().astype(np.float64) for name in COUNTS] for part in (rates, pool_players))
    return rates.hstack([*map(pl.Series, ESTIMATE, fit_pool(*pool).estimate_rates(*counts))])
