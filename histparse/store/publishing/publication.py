"""Step 6f, publishing: what `publication.json` says - which database was published, and the version of each table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, json

from histparse.declared import written
from histparse.store.database.connection import PUBLICATION, StoreError
from histparse.store.publishing.place import Place
from histparse.store.schema import VERSION

File = Annotated[str, Meta(pattern=r"^(?:site=[\w%.~-]+/month=[\w-]+/)?[\w-][\w.-]*\.parquet$")]
"""A copy may come from anybody: it names no file elsewhere."""


class OvertakenError(Exception):
    """Somebody else has published meanwhile."""


class PublishedTable(Struct, frozen=True):
    """A table in one of its versions."""

    version: int
    files: tuple[File, ...]
    """The files of that version, by their names in the folder of the table."""
    bytes: int
    """The size of these files."""
    digests: dict[str, str]
    """By part, such as `pokerstars/2024-05`, the digest of its rows; a table that is written whole has one part."""


class Publication(Struct, frozen=True):
    """One state of all tables."""

    database: str
    """The identity of the database."""
    schema: int
    """The version of its tables."""
    published_at: datetime
    """UTC, without a zone."""
    hands: int
    months: dict[str, str]
    """By site and month, what changes whenever hands come or go there, or are judged by another program."""
    tables: dict[str, PublishedTable]


def published(place: Place) -> tuple[Publication | None, bytes | None]:
    """What is published there, and as it is written; None if nothing is. Raises StoreError."""
    data = place.read(PUBLICATION)
    if data is None:
        return None, None
    try:
        publication = json.decode(data, type=Publication)
        if publication.schema == VERSION and publication.tables.keys() != written().tables.keys():
            raise msgspec.ValidationError("other tables")
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(f"{place.full(PUBLICATION)}: not written by this histparse ({error})") from error
    return publication, data


def write(place: Place, publication: Publication) -> None:
    """Let readers see that from now on. Raises StoreError."""
    place.replace(PUBLICATION, json.format(json.encode(publication), indent=1) + b"\n")
