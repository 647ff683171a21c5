"""The Python interface: what mistakes cost, and notes on players. What is exact and what is modelled: docs/coach.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import polars as pl
from msgspec import Struct

from histparse.api.store import Store
from histparse.coach.decisions import BANDS, COLUMNS, chances_of, decisions_of, named_hands
from histparse.coach.fetch import fetch_within, one_in
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import find_leaks
from histparse.coach.luck.sheet import hands as luck_of_hands
from histparse.coach.mistakes import LEAST_DRAW
from histparse.coach.notes import Notes, Word, notes
from histparse.model.absent import absent
from histparse.report.kept import kept_rows
from histparse.report.kept_leaks import KeptLeaks, game_of
from histparse.report.luck import kept_luck
from histparse.stats import Filters, StatisticsError
from histparse.stats.players import find_player
from histparse.stats.run import ALL
from histparse.store import Database

__all__ = [
    "BANDS",
    "KINDS",
    "LEAST_DRAW",
    "NAMES",
    "LeakPages",
    "Notes",
    "Word",
    "chances_within",
    "decisions_within",
    "game_of",
    "hand_luck",
    "kept_luck",
    "leak_hands",
    "leak_pages",
    "leaks",
    "luck_of_hands",
    "notes",
    "one_in",
]


HERO_OF = "SELECT player FROM seats JOIN hands USING (hand_key) WHERE site = ? AND hand_id = ? AND seats.hero"


def leaks(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each kind of mistake, its price in big bets per 100 hands: see `as_rows`. Raises StatisticsError."""
    return KeptLeaks(player, filters).rows(database)


def leak_hands(database: Database, player: str, leak: str, filters: Filters) -> pl.DataFrame:
    """A row for each mistake of that kind; see `decisions_of`. Raises StatisticsError."""
    if leak not in NAMES:
        raise StatisticsError(absent("leak", leak, NAMES))
    return KeptLeaks(player, filters).decisions(database)[leak].select(COLUMNS)


def hand_luck(database: Database, site: str, hand_id: str) -> float | None:
    """What the hero's cards were worth in the hand beyond the average, in big bets; None: nothing tells."""
    heroes = database.connection.execute(HERO_OF, [site, hand_id]).fetchall()
    if not heroes:
        return None
    player = find_player(database, f"{site}:{heroes[0][0]}")
    kept = kept_rows("luck of hands", _each_luck, database, player, ALL)
    found = [value for rows in kept for value in rows.filter(pl.col("hand_id") == hand_id)["luck"]]
    return found[0] if found else None


def _each_luck(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    with suppress(StatisticsError):  # too few hands
        yield luck_of_hands(database, player, filters).select("hand_id", "luck")


class LeakPages(Struct, frozen=True):
    """A row for each kind of mistake, by kind its mistakes, and what they were priced by."""

    rows: pl.DataFrame
    decisions: dict[str, pl.DataFrame]
    counted: KeptLeaks


def leak_pages(store: Store, player: str, filters: Filters, game: LeakPages | None = None) -> LeakPages:
    """The leaks and their mistakes, all counted once. `game`: those of all hands of the game, if they are counted.

    Raises StatisticsError.
    """
    counted = KeptLeaks(player, filters, game.counted if game else None)
    with store.database() as database:
        return LeakPages(counted.rows(database), counted.decisions(database), counted)


def chances_within(store: Store, player: str, filters: Filters, like: LeakPages) -> pl.DataFrame:
    """A row for each decision in these hands with its chance to win at showdown: see `chances_of`, with hands named."""
    with store.database() as database:
        many = like.counted.fetched(database)
        return named_hands(database, chances_of(fetch_within(database, player, filters, many.observed)))


def decisions_within(store: Store, player: str, filters: Filters, like: LeakPages) -> dict[str, pl.DataFrame]:
    """By kind the mistakes in these hands, all of them, each priced as it would be among those leaks."""
    with store.database() as database:
        many = like.counted
        fetched = fetch_within(database, player, filters, many.fetched(database).observed)
        return decisions_of(database, fetched, find_leaks(fetched.observed, by=many.prices(database)))
