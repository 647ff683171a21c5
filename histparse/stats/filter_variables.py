"""Step 7, statistics: passes what is asked for to the queries, as variables of the connection."""

from __future__ import annotations

from collections.abc import Mapping

from duckdb import DuckDBPyConnection

from histparse.stats.filter import Wanted
from histparse.stats.filter_values import wanted
from histparse.stats.filters import Filters
from histparse.store import Database

SET = "SELECT name FROM duckdb_variables()"


def variables(database: Database, player: str | None, filters: Filters) -> dict[str, Wanted]:
    """What the SQL of filters and analytics reads. Raises StatisticsError for a value the database does not have."""
    asked: dict[str, Wanted] = {
        "who": label_of(player, filters),
        "player": player,
        "but": filters.but,
        "sessions_by": "player" if "player" in filters.groups else None,
        "zone": filters.zone,
        "sessions_of": filters.sessions_of or player,
    }
    for field, one in filters.asked():
        asked |= wanted(database, field, one, getattr(filters, field), filters.zone)
    return asked


def label_of(player: str | None, filters: Filters) -> str:
    """The label of the rows requested."""
    if player is not None:
        return player
    return "the others" if filters.but is not None else "all heroes" if filters.hero else "all players"


def set_variables(connection: DuckDBPyConnection, values: Mapping[str, Wanted]) -> None:
    """Set them for this connection, and no others: a variable that is not set is null."""
    for (name,) in connection.execute(SET).fetchall():
        connection.execute(f"RESET VARIABLE {name}")
    for name, value in values.items():
        if value is not None:
            connection.execute(f"SET VARIABLE {name} = ?", [value])
