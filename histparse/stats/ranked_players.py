"""Step 7, statistics: all players, by their winnings or by a rate."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from msgspec import structs

from histparse.model.plain import quoted
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filters import Filters
from histparse.stats.players import sites
from histparse.stats.run import RATE, has_rate, run
from histparse.stats.shrinking import ESTIMATE, with_estimates
from histparse.store import Database

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
BY = ("net", "bb100", "hands")
RATES_BY = ("estimate", "rate", "chances")
"""Orders of rates."""


def ranked(
    database: Database,
    stat: str | None,
    of: Mapping[str, object],
    filters: Filters,
    *,
    sort: str | None,
    top: int | None,
) -> pl.DataFrame:
    """The players by their winnings or, with a statistic, by a rate; see `Store.players`. Raises StatisticsError."""
    orders = BY if stat is None else RATES_BY
    if sort is not None and sort not in orders:
        raise StatisticsError(f"players cannot be sorted by {quoted(sort)}: choose one of {', '.join(orders)}")
    if stat is None and of:
        raise StatisticsError("name the statistic that {of} is about: {stat}", of="", stat="NAME")
    filters = structs.replace(filters, by="player")
    if stat is None:
        won = run(database, "bb100", filters=filters).join(sites(database), on="player", how="left")
        return _by_winnings(won, sort or orders[0], top)
    return _by_rate(_rates(database, stat, of, filters), sort or orders[0], top)


def _rates(database: Database, stat: str, of: Mapping[str, object], filters: Filters) -> pl.DataFrame:
    """A row per player and rate of the statistic, of those rates that have these values."""
    rows = run(database, stat, filters=filters)
    if not has_rate(rows.columns):
        raise StatisticsError(f"{quoted(stat)} is not a rate: see `histparse stats {stat}`")
    if strange := of.keys() - set(rows.columns):
        raise StatisticsError(f"{stat} has no column {quoted(min(strange))}")
    asked = [pl.col(name).cast(pl.String).eq_missing(pl.lit(_text(value), pl.String)) for name, value in of.items()]
    found = rows.filter(pl.col("chances") > 0, *asked)
    return with_estimates(database, {stat: found}, filters)[stat].drop("label")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _by_rate(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """Players by what is asked for; each rate of the statistic has a list of its own."""
    rates = [name for name in found.columns if name not in {"player", *RATE, *ESTIMATE}]
    ranked = found.sort(*rates, sort, "player", descending=[False] * len(rates) + [True, False], nulls_last=True)
    if top is None:
        return ranked
    return ranked.group_by(rates, maintain_order=True).head(top).select(found.columns) if rates else ranked.head(top)


def _by_winnings(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """One row per player and currency, all stakes together."""
    over_all = found.filter(pl.col("low_stake").is_null()).select(COLUMNS)
    # Chips are not winnings: there only big bets show who did better.
    order = ("currency", pl.coalesce(sort, "bb100"), "player")
    ranked = over_all.sort(order, descending=[False, True, False])
    return ranked if top is None else ranked.group_by("currency", maintain_order=True).head(top).select(COLUMNS)
