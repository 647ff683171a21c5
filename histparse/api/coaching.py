"""The Python interface: what mistakes cost, and notes on players. What is exact and what is modelled: docs/coach.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import polars as pl

from histparse.api.store_base import StoreBase
from histparse.coach.fetch import fetch, one_in
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import find_leaks
from histparse.coach.luck import sheet as luck
from histparse.coach.notes import Notes, Word, notes
from histparse.coach.sheet import COLUMNS, WINS, as_rows, hands_of
from histparse.report.kept import kept_rows
from histparse.stats import Filters, StatisticsError
from histparse.stats.run import ALL
from histparse.store import Database

__all__ = [
    "KINDS",
    "NAMES",
    "Notes",
    "Word",
    "hand_luck",
    "leak_hands",
    "leak_pages",
    "leaks",
    "luck",
    "notes",
    "one_in",
]


def leaks(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each kind of mistake, its price in big bets per 100 hands: see `as_rows`. Raises StatisticsError."""
    fetched = fetch(database, player, filters)
    return as_rows(find_leaks(fetched.observed, fetched.others))


def leak_hands(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind; see `hands_of`. Raises StatisticsError."""
    fetched = fetch(database, player, filters)
    return hands_of(database, fetched, find_leaks(fetched.observed), leak)


def hand_luck(database: Database, player: str, hand_id: str) -> float | None:
    """What that player's cards were worth in the hand beyond the average, in big bets; None: nothing tells."""
    kept = kept_rows("luck of hands", _each_luck, database, player, ALL)
    found = [value for rows in kept for value in rows.filter(pl.col("hand_id") == hand_id)["luck"]]
    return found[0] if found else None


def _each_luck(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    with suppress(StatisticsError):  # too few hands
        yield luck.hands(database, player, filters).select("hand_id", "luck")


def leak_pages(store: StoreBase, player: str, filters: Filters) -> tuple[pl.DataFrame, dict[str, pl.DataFrame]]:
    """A row for each kind of mistake, and by kind its mistakes, all counted once. Raises StatisticsError."""
    with store._again() as database:
        fetched = fetch(database, player, filters)
        found = find_leaks(fetched.observed, fetched.others)
        return as_rows(found), {name: hands_of(database, fetched, found, name, (*COLUMNS, WINS)) for name in NAMES}
