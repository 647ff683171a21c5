"""Beside step 6, watch: where hands go - a database, which is open only for the moment of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import path as system_path
from pathlib import Path

from msgspec import Struct

from histparse.judging.hand_result import HandResult
from histparse.model.findings import FindingCounts
from histparse.store import Database, Importer
from histparse.store.database.connection import clearing_away
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
    """A database file."""

    def __init__(self, path: str, site: str | None) -> None:
        self.path, self._site = path, site
        own = system_path.realpath(path)
        self._own = {own, f"{own}.wal"}

    def check(self) -> None:
        """Make it if need be. Raises StoreError for what cannot be used."""
        with Database(self.path):
            pass

    def owns(self, file: str) -> bool:
        """Whether that is the file, or the log beside it."""
        return file in self._own

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, and what `each` raises."""
        with clearing_away(self.path), Database(self.path) as database:
            with Importer(database) as importer:
                importer.add_texts(each(lambda path, end: importer.cut(path, self._site, end)), default_jobs())
                keys = importer.new_hands()
            with database.refusing():
                hands = hand_lines(database.connection, keys)
        return Brought(hands, importer.summary.stored, importer.summary.findings)
