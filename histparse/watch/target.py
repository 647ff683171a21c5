"""Beside step 6, watch: where hands go - a database, open only for the moment of an import, and a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import path as system_path
from os import sep
from pathlib import Path

from msgspec import Struct

from histparse.judging.hand_result import HandResult
from histparse.model.findings import FindingCounts
from histparse.store import Database, Importer
from histparse.store.database.connection import clearing_away
from histparse.store.publishing.publish import publish
from histparse.system.cores import default_jobs
from histparse.watch.hands import HandLine, hand_lines

Cut = Callable[[Path, int | None], Iterator[HandResult]]
"""What may be new in a file, or in its part before that byte."""
Each = Callable[[Cut], Iterator[HandResult]]
"""What is read in each file that is ready."""


class Brought(Struct, frozen=True):
    """What an import brought."""

    hands: list[HandLine]
    """The hands that are new."""
    stored: int
    findings: FindingCounts


class Target:
    """A database file, and the address at which a copy of it is published, if any."""

    def __init__(self, path: str, site: str | None, copy: str | None = None) -> None:
        self.path, self.site, self.copy = path, site, copy
        own = system_path.realpath(path)
        self._own = {own, f"{own}.wal"}
        self._folder = copy and system_path.realpath(copy) + sep

    def check(self) -> None:
        """Make it if need be, and publish what it has. Raises StoreError for what cannot be used."""
        with Database(self.path):
            pass
        self.publish()

    def owns(self, file: str) -> bool:
        """Whether that is the file, the log beside it, or a file of the copy."""
        return file in self._own or bool(self._folder and file.startswith(self._folder))

    def publish(self) -> None:
        """Publish what has changed, if there is to be a copy. Raises StoreError."""
        if self.copy is not None:
            with Database(self.path, read_only=True) as database:
                publish(database, self.copy)

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, and what `each` raises."""
        with clearing_away(self.path), Database(self.path) as database:
            with Importer(database) as importer:
                importer.add_texts(each(lambda path, end: importer.cut(path, self.site, end)), default_jobs())
                keys = importer.new_hands()
            with database.refusing():
                hands = hand_lines(database.connection, keys)
        return Brought(hands, importer.summary.stored, importer.summary.findings)
