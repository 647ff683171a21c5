"""Beside step 6, watch: where hands go - a database or a lake, in use only for the moment of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import path as system_path
from os import sep
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from histparse.model.findings import FindingCounts
from histparse.store import Database, Importer
from histparse.store.database.connection import clearing_away
from histparse.store.lake.database import LakeDatabase
from histparse.store.lake.founding import found
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.place import place_at
from histparse.store.target import is_lake
from histparse.system.cores import cores, default_jobs
from histparse.watch.hands import HandLine, hand_lines

Some = TypeVar("Some")
Cut = Callable[[Path, int | None], Iterator[Some]]
"""What may be new in a file, or in its part before that byte."""
Each = Callable[[Cut[Any]], Iterator[Any]]  # Any: it passes on what it gets
"""What is read in each file that is ready."""


class ChangedError(Exception):
    """A file became another one while it was read: where its last hand began does not count any more."""


class Brought(Struct, frozen=True):
    """What an import brought."""

    hands: list[HandLine]
    """The hands that are new."""
    stored: int
    findings: FindingCounts


class IntoDatabase:
    """A database file."""

    def __init__(self, address: str, site: str | None) -> None:
        self.address, self._site = address, site
        own = system_path.realpath(address)
        self._own = {own, f"{own}.wal"}

    def check(self) -> None:
        """Make it if need be. Raises StoreError for what cannot be used."""
        with Database(self.address):
            pass

    def owns(self, file: str) -> bool:
        """Whether that is the file, or the log beside it."""
        return file in self._own

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, ChangedError."""
        with clearing_away(self.address), Database(self.address) as database:
            with Importer(database) as importer:
                importer.add_texts(each(lambda path, end: importer.cut(path, self._site, end)), default_jobs())
                keys = importer.new_hands()
            with database.refusing():
                hands = hand_lines(database.connection, keys)
        return Brought(hands, importer.summary.stored, importer.summary.findings)


class IntoLake:
    """A lake, in a folder or at an address."""

    def __init__(self, address: str, site: str | None) -> None:
        self.address, self._site = address, site
        self._own = None if "://" in address else system_path.realpath(address) + sep

    def check(self) -> None:
        """Make it if need be. Raises StoreError for what cannot be used."""
        found(place_at(self.address))

    def owns(self, file: str) -> bool:
        """Whether that is a file in its folder."""
        return self._own is not None and file.startswith(self._own)

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, ChangedError."""
        with LakeImport(self.address, self._site, jobs=cores()) as importer:
            for outcome in importer.take(each(importer.cut)):
                if any(importer.left_out(outcome)):
                    raise ChangedError
            keys = importer.new_hands()
        hands = list[HandLine]()
        if keys:
            with LakeDatabase(self.address) as database, database.refusing():
                hands = hand_lines(database.connection, keys)
        return Brought(hands, importer.summary.stored, importer.summary.findings)


Target = IntoDatabase | IntoLake


def into(address: str, site: str | None) -> Target:
    """What is at that address."""
    return (IntoLake if is_lake(address) else IntoDatabase)(address, site)
