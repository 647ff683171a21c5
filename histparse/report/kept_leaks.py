"""Step 8, report: the leaks of a player from the cache, for everything that shows them; else they are counted once."""

from __future__ import annotations

import polars as pl

from histparse.coach.decisions import decisions_of
from histparse.coach.fetch import Fetched, fetch
from histparse.coach.kinds import NAMES
from histparse.coach.leaks import Leaks, find_leaks
from histparse.coach.sheet import as_rows
from histparse.report.kept import kept_rows
from histparse.stats import Filters
from histparse.store import Database


class KeptLeaks:
    """The leaks of a player and the decisions behind them. Its methods raise StatisticsError if no card is known."""

    def __init__(self, player: str, filters: Filters) -> None:
        self._asked = player, filters
        self._fetched: Fetched | None = None
        self._found: Leaks | None = None

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
        self._fetched = self._fetched or fetch(database, *self._asked)
        return self._fetched

    def found(self, database: Database) -> Leaks:
        """What they cost."""
        fetched = self.fetched(database)
        self._found = self._found or find_leaks(fetched.observed, fetched.others)
        return self._found

    def _each(self, database: Database) -> pl.DataFrame:
        hands = decisions_of(database, self.fetched(database), self.found(database)).items()
        return pl.concat([rows.with_columns(pl.lit(name).alias("leak")) for name, rows in hands])
