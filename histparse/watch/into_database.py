"""Beside step 6, watch: hands go into a database."""

from __future__ import annotations

from os import path as system_path

from histparse.store import Database
from histparse.store.write.opening import clearing_away
from histparse.system.cores import cores
from histparse.watch.hands import hand_lines
from histparse.watch.noting import Noting
from histparse.watch.target import Brought, Each


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
        """Whether that file is a part of it."""
        return file in self._own

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, ChangedError."""
        with clearing_away(self.address), Database(self.address) as database:
            with Noting(database) as importer:
                importer.add_texts(each(lambda path, end: importer.cut(path, self._site, end)), cores())
            with database.refusing():
                hands = hand_lines(database.connection, importer.new)
        return Brought(hands, importer.summary.stored, importer.summary.findings)
