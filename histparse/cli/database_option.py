"""The option that names the database, and the database itself, for the commands that read one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from histparse.cli.settings import DATABASE, default_database
from histparse.cli.usage_error import refusing
from histparse.model.errors import HistparseError

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


@contextmanager
def reading(db: str) -> Iterator[Store]:
    """That database or lake, for reading. Raises UsageError for what is none, and for what is wrong in the block."""
    from histparse.api.store import Store  # noqa: PLC0415 - an import makes the file and needs none of this

    with refusing(HistparseError), Store(db, read_only=True) as store:
        yield store


@contextmanager
def changing(db: str) -> Iterator[Store]:
    """That database or lake, for changes; it is not made. Raises UsageError as `reading` does."""
    from histparse.api.store import Store  # noqa: PLC0415 - as above

    with reading(db):  # a missing or unusable file is refused: opening it for writing would create it
        pass
    with refusing(HistparseError), Store(db) as store:
        yield store
