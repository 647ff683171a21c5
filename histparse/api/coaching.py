"""The Python interface: what mistakes cost, and notes on players. What is exact and what is modelled: docs/coach.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

import polars as pl

from histparse.api.store_base import StoreBase
from histparse.coach.fetch import Fetched, fetch, one_in
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import Leaks, find_leaks
from histparse.coach.luck import sheet as luck
from histparse.coach.notes import Notes, Word, notes
from histparse.coach.sheet import COLUMNS, WINS, as_rows, hands_of
from histparse.model.absent import absent
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
    return _Counted(database, player, filters).rows


def leak_hands(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind; see `hands_of`. Raises StatisticsError."""
    if leak not in NAMES:
        raise StatisticsError(absent("leak", leak, NAMES))
    return _Counted(database, player, filters).decisions[leak].select(COLUMNS)


class _Counted:
    """The leaks of a player and the hands behind them, from the cache, or else counted together."""

    def __init__(self, database: Database, player: str, filters: Filters) -> None:
        self._asked = database, player, filters

    @property
    def rows(self) -> pl.DataFrame:
        """A row for each kind, see `as_rows`."""
        [rows] = kept_rows("leaks of kinds", lambda *_: [as_rows(self._found[1])], *self._asked)
        return rows

    @property
    def decisions(self) -> dict[str, pl.DataFrame]:
        """The mistakes of each kind, see `hands_of`."""
        [rows] = kept_rows("hands of leaks", lambda *_: [self._each()], *self._asked)
        return {name: rows.filter(leak=name).drop("leak") for name in NAMES}

    def _each(self) -> pl.DataFrame:
        fetched, found = self._found
        hands = ((name, hands_of(self._asked[0], fetched, found, name, (*COLUMNS, WINS))) for name in NAMES)
        return pl.concat([rows.with_columns(pl.lit(name).alias("leak")) for name, rows in hands])

    @cached_property
    def _found(self) -> tuple[Fetched, Leaks]:
        fetched = fetch(*self._asked)
        return fetched, find_leaks(fetched.observed, fetched.others)


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
        counted = _Counted(database, player, filters)
        return counted.rows, counted.decisions
