"""Published copies in tests: made, changed, and looked at."""

from __future__ import annotations

from pathlib import Path

from msgspec import json

from histparse.api.store import open_for_reading
from histparse.store.database.connection import PUBLICATION
from histparse.store.publishing.publish import publish
from histparse.store.publishing.published import Publication, Published
from tests.samples import FOLDER
from tests.store.filling import stored

SESSION = FOLDER / "pokerstars" / "session_zoom.txt"
"""Hands of a month that nothing else is in."""


def published(db: Path, address: Path | str, *, vacuum: bool = False) -> Published:
    """Publish the database there."""
    with open_for_reading(db) as database:
        return publish(database, str(address), vacuum=vacuum)


def grow(db: Path, file: Path = SESSION) -> None:
    """Import a session."""
    assert stored(db, [file]).stored


def publication(copy: Path) -> Publication:
    """What the file says."""
    return json.decode((copy / PUBLICATION).read_bytes(), type=Publication)


def data_files(copy: Path) -> set[str]:
    """All data files there, named or not."""
    return {file.relative_to(copy).as_posix() for file in copy.rglob("*.parquet") if "_delta_log" not in file.parts}


def named(copy: Path) -> set[str]:
    """Those that count."""
    return {f"{name}/{file}" for name, table in publication(copy).tables.items() for file in table.files}
