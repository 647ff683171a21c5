"""The Python interface: what a player won from each opponent, for a page."""

from __future__ import annotations

import polars as pl

from histparse.api.store_base import StoreBase
from histparse.stats import Filters
from histparse.stats.run import ready
from histparse.system.resources import query
from histparse.system.streams import as_frame


def won_from(store: StoreBase, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each `opponent` and `currency`: `won_from` in big bets, below zero if lost.

    In each hand what a loser lost goes to the winners in proportion to what each won, and the rest is rake: added up
    over all opponents it is the player's net plus the rake they paid as a loser. Raises StatisticsError.
    """
    with store._again() as database:
        sql = query("opponents/won_from")
        ready(database, [sql], player, filters, names_others=True)
        return as_frame(database.connection.sql(sql))
