"""The Python interface: the tables of a store, and SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from histparse.api.store_base import StoreBase, checked, found
from histparse.api.tables import Source
from histparse.declared import written
from histparse.model.absent import absent
from histparse.stats import Filters
from histparse.stats.query import query as checked_query
from histparse.stats.rows import rows
from histparse.stats.run import ALL, in_words
from histparse.store import Database, StoreError
from histparse.system.streams import as_frame


class StoreTables(StoreBase):
    """The tables of a store (docs/tables.md) as lazy frames that read only what a plan asks for.

    A frame reads the store when it is collected, which must then be open. Rows come in no particular order. Amounts
    are integers in 1/100, times UTC, words of an enum text; null is unknown or not reached. `player` is the name that
    statistics use, an alias or `site:name` where the name alone would be ambiguous. Only rows that pass the filters are
    read: of seats, decisions, draws and showdowns those of the player, of other tables those of hands in which the
    player was dealt in. Rows that no statistic counts are there too, of `cancelled` hands and seats not `dealt_in`.
    """

    def hands(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each hand: stakes, table, pot, rake. Raises StatisticsError."""
        return self._rows("hands", player, filters)

    def seats(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player in each hand: position, cards, net. Raises StatisticsError."""
        return self._rows("seats", player, filters)

    def decisions(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each fold, check, call, bet and raise, with the state before it. Raises StatisticsError."""
        return self._rows("decisions", player, filters)

    def draws(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player and draw they reached, pat ones too. Raises StatisticsError."""
        return self._rows("draws", player, filters)

    def showdowns(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player whose last five cards the text prints. Raises StatisticsError."""
        return self._rows("showdowns", player, filters)

    def findings(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each finding. Without a player and filters also those in no stored hand. Raises StatisticsError."""
        return self._rows("findings", player, filters)

    def table(self, name: str) -> pl.LazyFrame:
        """All rows of any table as they are stored, `player` as the site writes it. Raises StoreError."""
        if name not in written().tables:
            raise StoreError(absent("table", name, written().tables))
        return Source(name, self._again, lambda _: f"FROM {name}").scan()

    def sql(self, query: str, parameters: Sequence[object] | Mapping[str, object] | None = None) -> pl.DataFrame:
        """The result of the query; an empty frame for a statement without rows.

        `?` and `$name` stand for the parameters. Raises StoreError for any error of DuckDB.
        """
        with self._database.refusing():
            found = self._database.connection.sql(query, params=parameters)
            return pl.DataFrame() if found is None else in_words(as_frame(found))

    def query(self, query: str) -> pl.DataFrame:
        """The rows of one SQL statement of anybody's: it reads this database and nothing else, and changes nothing.

        Raises HistparseError with the sentence that `histparse query` prints.
        """
        with self._again() as database:
            return checked_query(database, query)

    def _rows(self, table: str, player: str | None, filters: Filters) -> pl.LazyFrame:
        asked = checked(filters)

        def query(database: Database) -> str:
            return rows(database, table, found(database, player), asked)

        return Source(table, self._again, query).scan()
