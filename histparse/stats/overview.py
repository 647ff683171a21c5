"""Step 7, statistics: every rate of a player, or of all together, at a glance."""

from __future__ import annotations

import polars as pl

from histparse.stats.catalogue import catalogue
from histparse.stats.compare import described
from histparse.stats.estimates import with_estimates
from histparse.stats.filter_variables import label_of
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, run_all
from histparse.stats.versus_others import is_rate
from histparse.store import Database


def overview(database: Database, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each rate with an opportunity; `label`: whose it is, `of` identifies the row of the `statistic`.

    A player's rates have the columns of `ESTIMATE` too: shrunk toward the pool. Raises StatisticsError.
    """
    asked = [one for one in catalogue().values() if is_rate(one)]
    found = {one.name: rows for one, rows in zip(asked, run_all(database, asked, player, filters), strict=True)}
    if player is not None:
        found = with_estimates(database, found, filters)
    rates = pl.concat(described(name, rows) for name, rows in found.items())
    return rates.insert_column(0, pl.lit(label_of(player, filters)).alias("label"))
