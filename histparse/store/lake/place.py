"""Step 6e, lake: where a lake is - a folder, or any address fsspec knows; a file there is complete or absent."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import time
from typing import Protocol
from uuid import uuid4

from duckdb import DuckDBPyConnection

from histparse.store.database.connection import StoreError
from histparse.store.lake.records import Damage, Record, record_of

DAY = 24 * 60 * 60
"""Seconds within which, where there are no locks, an import names what it has written, and a reader has read it."""


class Place(Protocol):
    """Files by their names relative to the lake, such as `manifests/5f3a.json`."""

    address: str
    is_guarded: bool
    """Whether no file can be swept while somebody is `using` the lake."""

    def read(self, name: str) -> bytes:
        """The content of a file. Raises StoreError."""

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or replace it, at once. Raises StoreError."""

    def names(self, folder: str = "") -> Iterator[str]:
        """All files below that folder, by name."""

    def sizes(self) -> dict[str, int]:
        """The bytes of all files, by name."""

    def stamps(self, names: Collection[str]) -> dict[str, str]:
        """By name, of those files that are there, what changes whenever they are written."""

    def remove(self, name: str) -> None:
        """Remove a file; harmless if it is gone."""

    def is_there(self, name: str) -> bool:
        """Whether there is a file of that name."""

    def using(self) -> AbstractContextManager[None]:
        """Hold the lake for reading or adding to it: meanwhile nobody sweeps."""

    def sweepable(self) -> AbstractContextManager[Iterator[str] | None]:
        """The files nobody else may be using; None if that cannot be known now. Call it while `using`."""

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""

    def full(self, name: str) -> str:
        """The name of a file as DuckDB takes it."""


def record_in(place: Place, name: str, kind: type[Record], what: str) -> Record:
    """What a JSON file says; `what` it is, for the error. Raises StoreError."""
    try:
        return record_of(place.read(name), kind)
    except Damage as error:
        raise StoreError(f"{place.address}/{name}: not {what} ({error})") from error


def old(written_at: float) -> bool:
    """Whether a file written at that time (seconds since 1970) can belong to no import or reader any more."""
    return time() - written_at > DAY


@contextmanager
def marked(place: Place) -> Iterator[str]:
    """The name of a file that exists within the block, so that other machines know the lake from one of their own.

    A sweep takes what a kill leaves. Raises StoreError.
    """
    name = f".{uuid4().hex}.part"
    place.write(name, b"")
    try:
        yield name
    finally:
        place.remove(name)


def place_at(address: str) -> Place:
    """The place at that address. Raises StoreError if it needs fsspec, which is not there."""
    if "://" not in address:
        from histparse.store.lake.local import Local  # noqa: PLC0415 - only one of the two is needed

        return Local(address)
    try:
        from histparse.store.lake.remote import Remote  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise StoreError(f"{address}: addresses need fsspec: pip install 'histparse[lake]'") from error
    return Remote(address)


def absolute(address: str) -> str:
    """The address as a program in another folder has to write it."""
    return address if "://" in address else str(Path(address).absolute())
