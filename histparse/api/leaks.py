"""The Python interface: what a player's mistakes cost. What is exact and what is modelled is in docs/coach.md."""

from __future__ import annotations

import polars as pl

from histparse.coach.fetch import fetch
from histparse.coach.leaks import find_leaks
from histparse.coach.sheet import as_rows, hands_of
from histparse.stats import Filters
from histparse.store import Database


def leaks(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each kind of mistake, its price in big bets per 100 hands: see `as_rows`. Raises StatisticsError."""
    fetched = fetch(database, player, filters)
    return as_rows(find_leaks(fetched.observed, fetched.others))


def leak_hands(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind; see `hands_of`. Raises StatisticsError."""
    fetched = fetch(database, player, filters)
    return hands_of(database, fetched, find_leaks(fetched.observed), leak)
