"""Step 7, statistics: what a player won, by the hour and before rake, how it swung, and what more hands may bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from histparse.stats.catalogue import find_statistic
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, run_statistic, run_statistics
from histparse.stats.significance import Z
from histparse.stats.trends import Trend, fit_results_trend_if_proven
from histparse.stats.verdicts import ENOUGH_HANDS, winning_verdict
from histparse.stats.win_rates import (
    Population,
    Prior,
    bankroll_for_risk,
    chance_mean_is_negative,
    chance_to_be_behind,
    more_hands_needed,
    populations_by_currency,
)
from histparse.store import Database

# --- downswings: how far and how long a player was below their best, and how usual that is ---------------------------

Nets = NDArray[np.float64]
"""What each hand brought, in big bets, in the order played."""

ORDERS = 200
"""Random orders of the same hands to compare with."""
HANDS_IN_MEMORY = 4_000_000
"""Hands of random orders held in memory at once: 32 MB."""


class Downswing(Struct, frozen=True):
    """Hands from the best moment so far to one below it; `first` and `last` count from 1."""

    big_bets: float
    """Lost from the best moment to the worst one of these hands."""
    first: int
    last: int

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.last - self.first + 1


class Swings(Struct, frozen=True):
    """The deepest and the longest downswing, each with the share of random orders of the hands that are as bad."""

    deepest: Downswing
    deepest_usual: float
    longest: Downswing
    longest_usual: float


def find_downswings(nets: Nets, seed: int = 0) -> Swings | None:
    """The downswings of these hands; None: there were none. The random orders are the same for the same seed."""
    drops = _drops_below_best(nets[None, :])[0]
    if not drops.max(initial=0.0) > 0:
        return None
    deepest, longest = _deepest_downswing(drops), _longest_downswing(drops)
    depths, lengths = _downswings_of_random_orders(nets, np.random.default_rng(seed))
    deeper, longer = depths >= deepest.big_bets - 1e-9, lengths >= longest.hands
    return Swings(deepest, float(deeper.mean()), longest, float(longer.mean()))


def _drops_below_best(nets: Nets) -> Nets:
    """By row: how far below the best moment so far, the beginning included, each hand ends."""
    sums = nets.cumsum(axis=1)
    drops: Nets = np.maximum(np.maximum.accumulate(sums, axis=1), 0.0) - sums
    return drops


def _deepest_downswing(drops: Nets) -> Downswing:
    last = int(drops.argmax())
    bests = np.flatnonzero(drops[:last] <= 0)
    first = int(bests[-1]) + 1 if bests.size else 0
    return Downswing(float(drops[last]), first + 1, last + 1)


def _longest_downswing(drops: Nets) -> Downswing:
    """The most hands in a row that all end below the best moment before them."""
    at_best = np.concatenate(([-1], np.flatnonzero(drops <= 0), [len(drops)]))
    place = int(np.diff(at_best).argmax())
    first, last = int(at_best[place]) + 1, int(at_best[place + 1])
    return Downswing(float(drops[first:last].max()), first + 1, last)


def _downswings_of_random_orders(nets: Nets, random: np.random.Generator) -> tuple[Nets, NDArray[np.int64]]:
    """Depth of the deepest and hands of the longest downswing in each of many random orders."""
    depths: list[float] = []
    lengths: list[int] = []
    rows = max(1, HANDS_IN_MEMORY // len(nets))
    for begin in range(0, ORDERS, rows):
        orders = np.broadcast_to(nets, (min(rows, ORDERS - begin), len(nets)))
        drops = _drops_below_best(random.permuted(orders, axis=1))
        depths.extend(drops.max(axis=1))
        lengths.extend(_longest_downswing(row).hands for row in drops)
    return np.array(depths), np.array(lengths)


# --- results ---------------------------------------------------------------------------------------------------------

RATE = ("currency", "hands", "net", "bb100", "deviation", "low_end", "high_end")
HOURS = ("currency", "hours", "tables", "sessions", "net_per_hour", "bb_per_hour")
"""The columns of `bb100` and of `hourly` that are looked at."""
ENDS = {
    "net_low": "net_per_hour_low",
    "net_high": "net_per_hour_high",
    "low_end": "bb_per_hour_low",
    "high_end": "bb_per_hour_high",
}
"""Other names for the columns of `hourly`, beside those of `bb100`."""


class Outlook(Struct, frozen=True, kw_only=True):
    """A question about hands to come."""

    hands: int = 10_000
    """The number of hands that the chance of a loss is about."""
    risk: float = 0.05
    """The bankroll is lost with this chance."""
    width: float = 1.0
    """The width of the 95 % interval, end to end, in big bets per 100 hands."""


class Prospects(Struct, frozen=True):
    """A forecast of hands to come, by the true win rate that is expected; rates in big bets per 100 hands."""

    bb100: float
    """Expected: the win rate so far, shrunk toward those of other players."""
    low_end: float
    high_end: float
    """The 95 % interval of the win rate."""
    prior: Prior
    """What the win rate is shrunk toward."""
    loss: float
    """The chance to be behind after the hands of the outlook."""
    losing: float
    """The chance that the true win rate is below 0: then any bankroll is lost in the end."""
    bankroll: float | None
    """In big bets, for the risk of the outlook; None: it is larger with any."""
    hands_needed: int
    """In all, until the interval is as narrow as the outlook asks."""


class Results(Struct, frozen=True):
    """A player's results in one currency. Amounts in 1/100 of it; None: not known, as hours of hands without a time."""

    currency: str
    hands: int
    net: int
    rake: int
    """The player's share of the rake."""
    bb100: float
    """The win rate so far, in big bets per 100 hands."""
    low_end: float
    high_end: float
    """The 95 % interval of the win rate."""
    deviation: float
    """Standard deviation of 100 hands, in big bets."""
    prospects: Prospects | None
    """None: too few hands to look ahead."""
    swings: Swings | None
    trend: Trend | None
    """Whether the hands won more and more, or less and less, beyond chance."""
    hours: float | None
    tables: float | None
    """Played at once."""
    sessions: int | None
    net_per_hour: int | None
    net_per_hour_low: int | None
    net_per_hour_high: int | None
    bb_per_hour: float | None
    bb_per_hour_low: float | None
    bb_per_hour_high: float | None
    """Nets per hour, with the ends of their 95 % intervals."""

    @property
    def verdict(self) -> str:
        """Whether the player wins, in a sentence: see `winning_verdict`."""
        return winning_verdict(self.bb100, self.low_end, self.high_end, self.hands)

    @property
    def hands_needed_to_forecast(self) -> int:
        """The number of hands that are missing for a forecast."""
        return max(0, ENOUGH_HANDS - self.hands)

    @property
    def before_rake(self) -> int:
        """The net without rake."""
        return self.net + self.rake

    def with_rakeback(self, share: float) -> int:
        """The net with that share of the rake given back, 0 to 1."""
        return self.net + round(self.rake * share)


def results_by_currency(
    database: Database, player: str, outlook: Outlook | None = None, filters: Filters = ALL
) -> list[Results]:
    """A player's results by currency, most hands first; tournament chips are not winnings. Raises StatisticsError.

    A currency with a single hand is left out: nothing can be said of its spread.
    """
    outlook = outlook or Outlook()
    lines = run_statistic(database, "net_line", player, {"points": 0}, filters).partition_by("currency", as_dict=True)
    rows = [row for row in _result_rows(database, player, filters).rows(named=True) if row["hands"] > 1]
    has_enough_hands = any(row["hands"] >= ENOUGH_HANDS for row in rows)
    by_currency = populations_by_currency(database, filters) if has_enough_hands else {}
    player_results: list[Results] = []
    for row in rows:
        nets = np.diff(lines[row["currency"],]["big_bets"].to_numpy(), prepend=0.0)
        has_prospects = len(nets) >= ENOUGH_HANDS
        prospects = _forecast(outlook, nets, row, by_currency[row["currency"]]) if has_prospects else None
        trend = fit_results_trend_if_proven(nets, len(rows))
        player_results.append(Results(prospects=prospects, swings=find_downswings(nets), trend=trend, **row))
    return player_results


def _result_rows(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency, with what the three statistics say of all stakes together."""
    statistics = map(find_statistic, ("bb100", "rake", "hourly"))
    rates, rakes, hours = run_statistics(database, statistics, player, filters)
    all_stakes = rates.filter(pl.col("high_stake").is_null() & (pl.col("currency") != "chips")).select(RATE)
    joined = all_stakes.join(rakes.select("currency", "rake"), on="currency").join(
        hours.select(*HOURS, *ENDS).rename(ENDS), on="currency", how="left"
    )
    return joined.sort("hands", "currency", descending=[True, False])


def _forecast(outlook: Outlook, nets: Nets, row: Mapping[str, Any], population: Population) -> Prospects:
    pace = population.expected_pace(row["bb100"], row["deviation"], len(nets))
    return Prospects(
        bb100=100 * pace.mean,
        low_end=100 * (pace.mean - Z * pace.error),
        high_end=100 * (pace.mean + Z * pace.error),
        prior=population.prior,
        loss=chance_to_be_behind(pace, outlook.hands),
        losing=chance_mean_is_negative(pace),
        bankroll=bankroll_for_risk(nets, pace, outlook.risk),
        hands_needed=len(nets) + more_hands_needed(pace, outlook.width),
    )
