"""The option that names the database, and the database itself, for the commands that read one."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from histparse.cli.settings import DATABASE, default_database

if TYPE_CHECKING:
    from histparse.api.store import Store

Db = Annotated[
    str,
    typer.Option(
        help=f"The database file, or a lake; default: ${DATABASE}, else one in your data folder.",
        metavar="FILE",
        show_default=False,
        default_factory=default_database,
    ),
]


def reading(db: str) -> Store:
    """That database or lake, open for reading. Raises HistparseError for what is none."""
    from histparse.api.store import Store  # noqa: PLC0415 - an import makes the file and needs none of this

    return Store(db, read_only=True)


def changing(db: str) -> Store:
    """That database or lake, open for changes; it is not made. Raises HistparseError for what is none."""
    from histparse.api.store import Store  # noqa: PLC0415 - as above

    reading(db).close()  # a missing or unusable file is refused: opening it for writing would create it
    return Store(db)


def in_words(db: str) -> str:
    """What a command line says of the database, with a blank before it: nothing of the user's own."""
    return "" if db == default_database() else f" --db {quote(db)}"
