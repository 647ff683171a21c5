"""Step 7, statistics: the rows of a table that pass the filters, as they are stored."""

from __future__ import annotations

from msgspec import structs

from histparse.stats.filter_views import TABLES
from histparse.stats.filters import Filters
from histparse.stats.identities import TABLES as NAMED
from histparse.stats.run import ALL, ready
from histparse.store import Database

_PASSING = "FROM passing_hands"
_PLAYED = "FROM hands SEMI JOIN (FROM chosen_seats WHERE dealt_in) USING (hand_key)"
"""Hands that pass the filters, and those in which a player does."""


def rows(database: Database, table: str, player: str | None = None, filters: Filters = ALL) -> str:
    """The query of these rows of a table with `hand_key`; what it names is there for this connection only.

    A player goes by the name of `find_player`. Their rows, where a table has rows of players; else those of the hands
    that they were dealt in. Raises StatisticsError.
    """
    filters = structs.replace(filters, by=None)
    query = _query(table, player, filters)
    ready(database, [query], player, filters, every=True, tells_apart=True)
    return query


def _query(table: str, player: str | None, filters: Filters) -> str:
    of_players = player is not None or filters.narrows_seats
    hands = _PLAYED if of_players else _PASSING
    if table == "hands":
        return hands
    if table in TABLES:
        return f"FROM chosen_{table}"
    rows = f"FROM named_{table}" if table in NAMED else f"FROM {table}"
    if not (of_players or filters.narrows_hands):
        return rows
    theirs = "chosen_seats USING (hand_key, seat, player)" if table in NAMED else f"({hands}) USING (hand_key)"
    return f"{rows} SEMI JOIN {theirs}"
