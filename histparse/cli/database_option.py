"""The option that names the database, shared by the commands that read or write one."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.cli.settings import DATABASE, default_database

Db = Annotated[
    str,
    typer.Option(
        help=f"The database file, or a lake; default: ${DATABASE}, else one in your data folder.",
        metavar="FILE",
        show_default=False,
        default_factory=default_database,
    ),
]


def find_database(db: str) -> None:
    """Refuse a missing or unusable file: opening it for writing would create it. Raises StoreError."""
    from histparse.store.target import reading  # noqa: PLC0415 - an import makes the file and needs none of this

    with reading(db):
        pass
