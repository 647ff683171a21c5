"""Completion of players' names, from the database that the command line names."""

from __future__ import annotations

from typing import Any

from histparse.cli.settings import default_database
from histparse.model.errors import HistparseError

MOST = 50


def player_names(ctx: Any, incomplete: str) -> list[str]:  # Any: the context of typer, of no public type
    """The first players whose names begin so; none without a database that can be read."""
    from histparse import Store  # noqa: PLC0415 - loaded only to complete

    try:
        with Store(ctx.params.get("db") or default_database(), read_only=True) as store:
            return store.names(incomplete)[:MOST]
    except HistparseError:
        return []
