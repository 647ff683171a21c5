"""The Python interface: a store as a file, or the published copy of one, that is open."""

from __future__ import annotations

import os
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from histparse import stats
from histparse.api.arguments import Path, expanded
from histparse.stats import Filters
from histparse.store import Database, StoreError
from histparse.store.database.connection import clearing_away
from histparse.store.opening import reading

CHANGES = "SELECT count(*), coalesce(max(hand_key), 0), coalesce(sum(digest::HUGEINT), 0)::VARCHAR FROM hands"


class StoreBase:
    """A DuckDB file of hands, or the published copy of one, that is open."""

    def __init__(self, path: Path = ":memory:", *, read_only: bool = False) -> None:
        """Open a database file, or for reading a published copy. Raises StoreError if it is neither."""
        with ExitStack() as new:
            new.enter_context(clearing_away(expanded(path)))
            self._open = reading(expanded(path)) if read_only else Database(expanded(path))
            self._unfilled = new.pop_all()
        self._is_closed = False

    @property
    def path(self) -> str:
        """The file, as text."""
        return self._open.path

    def limit(self, memory: str, threads: int | None = None) -> None:
        """Let all queries together take no more memory than that, such as `400MB`, and no more threads."""
        self._database.limit(memory)
        if threads is not None:
            self._database.connection.execute(f"SET threads = {threads}")

    def state(self) -> object:
        """What changes when the store does: of a file its time and size, of any other store its hands."""
        if os.path.isfile(self.path):  # noqa: PTH113 - pathlib loads later, and pages ask each time
            found = os.stat(self.path)  # noqa: PTH116 - as above
            return found.st_mtime_ns, found.st_size
        return self._database.connection.execute(CHANGES).fetchall()[0]

    def memory(self) -> int:
        """The bytes that all queries together may take."""
        return self._database.memory()

    def close(self) -> None:
        """Close the file. Harmless when called twice."""
        self._is_closed = True
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        with self._unfilled:  # if the disk was full during the first import, the file is removed
            self._open.__exit__(kind, error, trace)

    @property
    def _database(self) -> Database:
        if self._is_closed:
            raise StoreError(f"{self.path}: this store is closed")
        return self._open

    def _again(self) -> Database:
        """The database through a connection of its own, for a `with` statement."""
        return self._database.again()


def asked_of(store: StoreBase | Path) -> Database:
    """The store, or the database or published copy at a path, for reading in a `with` statement. Raises StoreError."""
    return store._again() if isinstance(store, StoreBase) else reading(expanded(store))


def checked(filters: Filters) -> Filters:
    """The filters with a valid zone. Raises StatisticsError; other values are checked where they are used."""
    return replace(filters, zone=stats.zone_name(filters.zone))


def found(database: Database, player: str | None) -> str | None:
    """The player of that name; None: nobody in particular. Raises StatisticsError."""
    return None if player is None else stats.find_player(database, player)
