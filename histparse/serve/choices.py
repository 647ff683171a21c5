"""Step 10, serve: what each filter can be set to in this database."""

from __future__ import annotations

from typing import Any

from histparse.serve.source import Source
from histparse.stats import filters
from histparse.store import Database

QUERIES = {
    "site": filters.SITES,
    "stakes": "SELECT DISTINCT stakes FROM hands ORDER BY ALL",
    "players": filters.PLAYERS,
    "seats": filters.SEATS,
    "position": filters.POSITIONS,
}


def choices(database: Database, source: Source) -> dict[str, list[str]]:
    """The values of each filter that has few."""
    return source.kept(database, "choices", _asked)


def _asked(database: Database) -> dict[str, list[str]]:
    return {
        name: [_text(*row) for row in database.connection.execute(query).fetchall()] for name, query in QUERIES.items()
    }


def _text(value: Any) -> str:  # Any: a word or a number
    return str(value)
