"""Completion of players' names, from the database that the command line names."""

from __future__ import annotations

from typing import Any

from histparse.cli.settings import default_database
from histparse.store import Database, StoreError

MOST = 50
STARTING = """
    SELECT DISTINCT player FROM identities WHERE starts_with(lower(player), lower(?)) ORDER BY ALL LIMIT ?
"""


def player_names(ctx: Any, incomplete: str) -> list[str]:  # Any: the context of typer, of no public type
    """The first players whose names begin so; none without a database that can be read."""
    from histparse.stats import identify  # noqa: PLC0415 - loaded only to complete

    try:
        with Database(ctx.params.get("db") or default_database(), read_only=True) as database:
            identify(database.connection)
            return [name for (name,) in database.connection.execute(STARTING, [incomplete, MOST]).fetchall()]
    except StoreError:
        return []
