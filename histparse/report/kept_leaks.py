"""Step 8, report: the leaks of a player from the cache, for everything that shows them; else they are counted once.

Filters choose the decisions; all hands of the same game price them: a decision costs the same under all filters.
"""

from __future__ import annotations

import polars as pl

from histparse.coach.decisions import decisions_of
from histparse.coach.fetch import Fetched, fetch
from histparse.coach.kinds import NAMES
from histparse.coach.leaks import Leaks, Prices, find_leaks
from histparse.coach.sheet import as_rows
from histparse.report.kept import kept_rows
from histparse.stats import Filters
from histparse.store import Database

GAME = ("site", "stakes", "players", "seats", "tournament")
"""Filters that tell one game from another."""


def game_of(filters: Filters) -> Filters:
    """The filters that tell one game from another: of these, no others."""
    return Filters(**{name: getattr(filters, name) for name in GAME})


class KeptLeaks:
    """The leaks of a player and the decisions behind them. Its methods raise StatisticsError if no card is known."""

    def __init__(self, player: str, filters: Filters, game: KeptLeaks | None = None) -> None:
        """`game`: those of all hands of the game, if they are there already."""
        self._asked = player, filters
        self._game = None if filters == game_of(filters) else game or KeptLeaks(player, game_of(filters))
        self._fetched: Fetched | None = None
        self._found: Leaks | None = None
        self._prices: Prices | None = None

    def rows(self, database: Database) -> pl.DataFrame:
        """A row for each kind, see `as_rows`."""
        [rows] = kept_rows("leaks of kinds", lambda own, *_: [as_rows(self.found(own))], database, *self._asked)
        return rows

    def decisions(self, database: Database) -> dict[str, pl.DataFrame]:
        """The mistakes of each kind, see `decisions_of`."""
        [rows] = kept_rows("hands of leaks", lambda own, *_: [self._each(own)], database, *self._asked)
        return {name: rows.filter(leak=name).drop("leak") for name in NAMES}

    def fetched(self, database: Database) -> Fetched:
        """The decisions as they were observed."""
        if self._fetched is None:
            like = self._game.fetched(database).observed if self._game else None
            self._fetched = fetch(database, *self._asked, like)
        return self._fetched

    def prices(self, database: Database) -> Prices:
        """What prices the decisions, and those of fewer hands of the game."""
        if self._game:
            return self._game.prices(database)
        if self._prices is None:
            self._prices = self._found.by if self._found else Prices.of(self.fetched(database).observed)
        return self._prices

    def found(self, database: Database) -> Leaks:
        """What they cost."""
        if self._found is None:
            fetched, by = self.fetched(database), self.prices(database) if self._game else None
            self._found = find_leaks(fetched.observed, fetched.others, by)
        return self._found

    def _each(self, database: Database) -> pl.DataFrame:
        hands = decisions_of(database, self.fetched(database), self.found(database)).items()
        return pl.concat([rows.with_columns(pl.lit(name).alias("leak")) for name, rows in hands])
