"""Step 7, statistics: the rows of a player, with what to expect of them, beside those of all players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl
from msgspec import structs

from histparse.stats.catalogue import Value, named
from histparse.stats.filters import Filters
from histparse.stats.run import run
from histparse.stats.shrinking import with_estimates
from histparse.store import Database


def beside_pool(
    database: Database, name: str, player: str | None, parameters: Mapping[str, Value] | None, filters: Filters
) -> pl.DataFrame:
    """The rows of that player, or of all heroes, with what to expect of them, then those of all players.

    Raises StatisticsError.
    """
    parts = _parts(database, named(name).name, player, parameters or {}, filters)
    return pl.concat(parts, how="diagonal")  # the pool's own rates have no estimate


def _parts(
    database: Database, name: str, player: str | None, parameters: Mapping[str, Value], filters: Filters
) -> Iterator[pl.DataFrame]:
    """The rows of the player requested, then those of all players, by the same sessions."""
    everybody = player is None and not filters.hero
    if not everybody:
        own = run(database, name, player, parameters, filters)
        yield own if filters.by or player is None else _estimated(database, name, own, parameters, filters)
    # Cumulative lines are not compared with the pool, nor is a list of single players.
    alone = named(name).chart == "line" or (filters.by == "player" and player is None)
    if everybody or not alone:
        pool = structs.replace(filters, hero=False, sessions_of=player)
        of_all = run(database, name, None, parameters, pool)
        yield _estimated(database, name, of_all, parameters, pool) if filters.by == "player" else of_all


def _estimated(
    database: Database, name: str, rows: pl.DataFrame, parameters: Mapping[str, Value], filters: Filters
) -> pl.DataFrame:
    """The rows of players, with what their rates say of them; other figures as they are."""
    return with_estimates(database, {name: rows}, filters, parameters)[name]
