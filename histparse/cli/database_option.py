"""The options that name the database and players in it, and the database itself, for the commands that read one."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

import histparse  # loads a store when one is opened
from histparse.cli.settings import DATABASE, default_database
from histparse.cli.usage_error import UsageError
from histparse.model.errors import HistparseError

MOST = 50
"""Names that are offered to complete one."""


def player_names(ctx: Any, incomplete: str) -> list[str]:  # Any: the context of typer, of no public type
    """The first players whose names begin so, to complete one; none without a database that can be read."""
    try:
        with reading(ctx.params.get("db") or default_database()) as store:
            return store.names(incomplete)[:MOST]
    except HistparseError:
        return []


Db = Annotated[
    str,
    typer.Option(
        help=f"The database file; default: ${DATABASE}, else one in your data folder.",
        metavar="FILE",
        show_default=False,
        default_factory=default_database,
    ),
]
Player = Annotated[
    str | None,
    typer.Argument(help="The player; default: the hero with the most hands.", autocompletion=player_names),
]


def reading(db: str) -> histparse.Store:
    """Open a database for reading. Raises HistparseError for anything else."""
    if db == default_database() and not Path(db).exists():
        raise UsageError(f"{db}: there are no hands yet; `histparse start` finds and imports them")
    return histparse.Store(db, read_only=True)


def changing(db: str) -> histparse.Store:
    """Open a database for changes; it is not made. Raises HistparseError for anything else."""
    reading(db).close()  # a missing or unusable file is refused: opening it for writing would create it
    return histparse.Store(db)


def in_words(db: str) -> str:
    """What a command line says of the database, with a blank before it: nothing of the user's own."""
    return "" if db == default_database() else f" --db {quote(db)}"
