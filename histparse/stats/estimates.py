"""Step 7, statistics: adds to rates what they say of the player, given the players of the pool."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from msgspec import structs

from histparse.stats.catalogue import Value, named
from histparse.stats.filters import Filters
from histparse.stats.rate import RATE, has_rate
from histparse.stats.run import count, filled, ready
from histparse.stats.shrinking import ESTIMATE, fitted
from histparse.store import Database

COUNTS = ("done", "chances")
FEWEST = 2
"""Where fewer players had an opportunity there is no pool, and no estimate: hands seen at the deal are the hero's."""
LABELS = frozenset({"label", "player", *RATE, *ESTIMATE})
"""Columns that do not tell one rate of a statistic from another."""


def with_estimates(
    database: Database,
    found: Mapping[str, pl.DataFrame],
    filters: Filters,
    parameters: Mapping[str, Value] | None = None,
) -> dict[str, pl.DataFrame]:
    """The rates of players, by statistic, with the columns of `ESTIMATE`; other figures as they are.

    The pool is all players that the filters leave. Raises StatisticsError.
    """
    rated = {name: named(name) for name, rows in found.items() if has_rate(rows.columns)}
    every = structs.replace(filters, by="player", but=None)
    ready(database, [one.sql for one in rated.values()], None, every)
    pools = {name: count(database, one, filled(one, parameters or {}), every) for name, one in rated.items()}
    return {name: shrunk(rows, pools[name]) if name in pools else rows for name, rows in found.items()}


def shrunk(rates: pl.DataFrame, pool: pl.DataFrame) -> pl.DataFrame:
    """The rates with the columns of `ESTIMATE`, by the same rates of the pool's players, a row each."""
    keys = [name for name in rates.columns if name not in LABELS]
    there = pool.filter(pl.col("chances") > 0)
    players = there.partition_by(keys, as_dict=True) if keys else {(): there}
    parts = rates.with_row_index("row").partition_by(keys, as_dict=True) if keys else {(): rates.with_row_index("row")}
    estimated = [_estimated(part, players.get(key, there.clear())) for key, part in parts.items()]
    schema = rates.schema | dict.fromkeys(ESTIMATE, pl.Float64())
    return pl.concat(estimated).sort("row").drop("row") if estimated else pl.DataFrame(schema=schema)


def _estimated(rates: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    if len(players) < FEWEST:
        return rates.hstack([pl.Series(name, [None] * len(rates), pl.Float64) for name in ESTIMATE])
    counts, pool = ([part[name].to_numpy().astype(np.float64) for name in COUNTS] for part in (rates, players))
    return rates.hstack([*map(pl.Series, ESTIMATE, fitted(*pool).estimates(*counts))])
