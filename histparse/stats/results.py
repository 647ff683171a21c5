"""Step 7, statistics: what a player won, by the hour and before rake, how it swung, and what more hands may bring."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.stats.bankroll import Pace, bankroll, chance_of_loss, hands_needed, likely_loss
from histparse.stats.catalogue import catalogue
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, run, run_all
from histparse.stats.swings import Swings, swings
from histparse.stats.trends import Trend, trend_of_results
from histparse.store import Database

RATE = ("currency", "hands", "net", "bb100", "deviation", "low_end", "high_end")
HOURS = ("currency", "hours", "tables", "sessions", "net_per_hour", "bb_per_hour")
"""The columns of `bb100` and of `hourly` that are looked at."""


class Outlook(Struct, frozen=True, kw_only=True):
    """What is asked about hands to come."""

    hands: int = 10_000
    """The number of hands that the chance of a loss is about."""
    risk: float = 0.05
    """The bankroll is lost with this chance."""
    width: float = 1.0
    """The width of the 95 % interval, end to end, in big bets per 100 hands."""


class Expected(Struct, frozen=True):
    """What follows if the true win rate is this, in big bets per 100 hands."""

    bb100: float
    loss: float
    """The chance to be behind after the hands of the outlook."""
    bankroll: float | None
    """In big bets; None: who does not win loses any."""


class Results(Struct, frozen=True):
    """A player's results in one currency. Amounts in 1/100 of it; None: not known, as hours of hands without a time."""

    currency: str
    hands: int
    net: int
    rake: int
    """The player's share of the rake."""
    deviation: float
    """Standard deviation of 100 hands, in big bets."""
    expected: Expected
    """If the win rate so far is the true one."""
    lowest: Expected
    highest: Expected
    """At the ends of the 95 % interval of the win rate."""
    loss: float
    """The chance to be behind after the hands of the outlook, the error of the win rate included."""
    hands_needed: int
    """Until that interval is as narrow as the outlook asks."""
    swings: Swings | None
    trend: Trend | None
    """Whether the hands won more and more, or less and less, beyond chance."""
    hours: float | None
    tables: float | None
    """Played at once."""
    sessions: int | None
    net_per_hour: int | None
    bb_per_hour: float | None

    @property
    def before_rake(self) -> int:
        """What would have been won without rake."""
        return self.net + self.rake

    def with_rakeback(self, share: float) -> int:
        """The net with that share of the rake given back, 0 to 1."""
        return self.net + round(self.rake * share)


def results(database: Database, player: str, outlook: Outlook | None = None, filters: Filters = ALL) -> list[Results]:
    """A player's results by currency, most hands first; tournament chips are not winnings. Raises StatisticsError.

    A currency with a single hand is left out: nothing can be said of its spread.
    """
    asked = outlook or Outlook()
    lines = run(database, "net_line", player, {"points": 0}, filters).partition_by("currency", as_dict=True)
    rows = _rows(database, player, filters).rows(named=True)
    told = [row for row in rows if row["hands"] > 1]
    return [_results(asked, lines[row["currency"],]["big_bets"], len(told), **row) for row in told]


def _rows(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each currency, with what the three statistics say of all stakes together."""
    there = catalogue()
    rates, rakes, hours = run_all(database, [there[name] for name in ("bb100", "rake", "hourly")], player, filters)
    of_all = rates.filter(pl.col("high_stake").is_null() & (pl.col("currency") != "chips")).select(RATE)
    joined = of_all.join(rakes.select("currency", "rake"), on="currency").join(
        hours.select(HOURS), on="currency", how="left"
    )
    return joined.sort("hands", "currency", descending=[True, False])


def _results(
    asked: Outlook,
    line: pl.Series,
    currencies: int,
    *,
    bb100: float,
    deviation: float,
    low_end: float,
    high_end: float,
    **known: Any,
) -> Results:
    def expected(rate: float) -> Expected:
        pace = Pace(rate / 100, deviation / 10)
        return Expected(rate, chance_of_loss(pace, asked.hands), bankroll(nets, pace.mean, asked.risk))

    nets = np.diff(line.to_numpy(), prepend=0.0)
    rate, lowest, highest = (expected(each) for each in (bb100, low_end, high_end))
    pace = Pace(bb100 / 100, deviation / 10)
    return Results(
        deviation=deviation,
        expected=rate,
        lowest=lowest,
        highest=highest,
        loss=likely_loss(pace, len(nets), asked.hands),
        hands_needed=hands_needed(pace, asked.width),
        swings=swings(nets),
        trend=trend_of_results(nets, currencies),
        **known,
    )
