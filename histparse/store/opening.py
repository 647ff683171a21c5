"""Step 6h, opening: what is at an address - a database file, or the published copy of one - for reading."""

from __future__ import annotations

from pathlib import Path

from histparse.store.database.connection import is_published
from histparse.store.database.database import Database


def reading(address: str | Path) -> Database:
    """The database file, or the published copy, at that address, for reading only. Raises StoreError."""
    if not is_published(address):
        return Database(address, read_only=True)
    from histparse.store.publishing.published_database import PublishedDatabase  # noqa: PLC0415 - few databases are copies

    return PublishedDatabase(str(address))
