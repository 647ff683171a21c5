"""Step 7, report: the figures of a player beside those of the pool, gathered once for every way of showing them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import polars as pl
from msgspec import Struct

from histparse.stats import Statistic, catalogue, find_player, run
from histparse.store import Database

SMALL = 30
"""Below so many chances a rate says little: it is marked, never hidden."""
LONG = frozenset({"line"})
"""Charts of these kinds have a row for each hand: only the player's own are gathered."""


class Figures(Struct, frozen=True):
    """One statistic: the player's rows and the pool's, in the columns of its query. The pool is all players, he too."""

    statistic: Statistic
    own: pl.DataFrame
    pool: pl.DataFrame


class Report(Struct, frozen=True):
    """All that a report shows of one player."""

    player: str
    hands: int
    """Dealt in."""
    first: datetime | None
    last: datetime | None
    """Start of the first and of the last hand, UTC; None where no text gives a time."""
    sites: tuple[str, ...]
    pool_hands: int
    """Hands of all players: seats dealt in."""
    pool_players: int
    figures: dict[str, Figures]
    """By name of the statistic."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON: amounts in 1/100, rates from 0 to 1, times in UTC."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "figures"}
        return told | {"statistics": {name: _plain(figures) for name, figures in self.figures.items()}}


def gather(database: Database, player: str | None = None) -> Report:
    """The report of that player, or of the hero with most hands. Raises StatisticsError, offering near names."""
    name = find_player(database, player)
    figures = {
        statistic.name: Figures(
            statistic,
            run(database, statistic.name, name),
            pl.DataFrame() if statistic.chart in LONG else run(database, statistic.name),
        )
        for statistic in catalogue().values()
    }
    hands, first, last, sites = _played(database, name)
    (pool,) = database.connection.execute(
        "SELECT count(*), count(DISTINCT player) FROM seats WHERE dealt_in"
    ).fetchall()
    return Report(name, hands, first, last, tuple(sites), pool[0], pool[1], figures)


def _played(database: Database, player: str) -> tuple[int, datetime | None, datetime | None, list[str]]:
    return database.connection.execute(
        """
        SELECT count(*), min(played_at), max(played_at), coalesce(list(DISTINCT site ORDER BY site), [])
        FROM seats JOIN hands USING (hand_key)
        WHERE dealt_in AND player = ?
        """,
        [player],
    ).fetchall()[0]


def _plain(figures: Figures) -> dict[str, Any]:
    statistic = figures.statistic
    return {
        "title": statistic.title,
        "definition": statistic.definition,
        "numerator": statistic.numerator,
        "denominator": statistic.denominator,
        "own": figures.own.drop("label").to_dicts(),
        "pool": [] if figures.pool.is_empty() else figures.pool.drop("label").to_dicts(),
    }
