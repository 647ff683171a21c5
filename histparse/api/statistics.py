"""The Python interface: statistics, ways to group them, and filters; a statistic beside the pool, and its columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl
from msgspec import structs

from histparse import stats
from histparse.stats import SORTS, Filters, Group, Statistic, Value
from histparse.stats.catalogue import SECTIONS, named
from histparse.stats.filter import Filter
from histparse.stats.filter_text import read_filters
from histparse.stats.filters import UTC_ZONE, declared
from histparse.stats.naming import row_name
from histparse.stats.rate import RATE, UNSAID, has_rate, without_marks
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.tournaments import GROUPS as TOURNAMENT_GROUPS
from histparse.stats.trends import OVER, trends_in_words
from histparse.store import Database

__all__ = [
    "ESTIMATE", "OVER", "RATE", "SECTIONS", "SORTS", "TOURNAMENT_GROUPS", "UNSAID", "UTC_ZONE", "Filter", "Value",
    "beside_pool", "declared", "groups", "has_rate", "named", "read_filters", "row_name", "statistics",
    "trends_in_words", "without_marks",
]  # fmt: skip


def statistics() -> dict[str, Statistic]:
    """Every statistic by its name."""
    return stats.catalogue()


def groups() -> dict[str, Group]:
    """The groups for `by`, by name."""
    return stats.groups()


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
        own = stats.run(database, name, player, parameters, filters)
        yield own if filters.by or player is None else _estimated(database, name, own, parameters, filters)
    # Cumulative lines are not compared with the pool, nor is a list of single players.
    alone = named(name).chart == "line" or (filters.by == "player" and player is None)
    if everybody or not alone:
        pool = structs.replace(filters, hero=False, sessions_of=player)
        of_all = stats.run(database, name, None, parameters, pool)
        yield _estimated(database, name, of_all, parameters, pool) if filters.by == "player" else of_all


def _estimated(
    database: Database, name: str, rows: pl.DataFrame, parameters: Mapping[str, Value], filters: Filters
) -> pl.DataFrame:
    """The rows of players, with what their rates say of them; other figures as they are."""
    return stats.with_estimates(database, {name: rows}, filters, parameters)[name]
