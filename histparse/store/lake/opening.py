"""Step 6d, lake: a lake as a database for reading, so that every query runs on it unchanged."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from histparse.store.lake.founding import check, is_lake
from histparse.store.lake.manifests import latest
from histparse.store.lake.place import place_at
from histparse.store.lake.views import connected, show_all
from histparse.store.write.database import Database
from histparse.store.write.opening import StoreError, confined


class LakeDatabase(Database):
    """The latest snapshot of a lake, which stays the same until it is closed. Raises StoreError."""

    def __init__(self, address: str) -> None:
        self.path = address
        self.read_only = True
        place = place_at(address)
        check(place)
        with ExitStack() as opening:
            opening.enter_context(place.using())
            snapshot = latest(place)
            if snapshot is None:
                raise StoreError(f"{address}: there is nothing in this lake; `histparse import --lake` fills it")
            self.connection = connected(place)
            opening.callback(self.connection.close)
            with self.refusing():
                show_all(self.connection, place, snapshot)
                confined(self.connection)
            self._held = opening.pop_all()

    def again(self) -> Self:
        """The same through another connection, for a thread of its own. Closing it leaves this one open."""
        other = super().again()
        other._held = ExitStack()
        return other

    def close(self) -> None:
        """Let the lake go. Harmless when called twice."""
        self.connection.close()
        self._held.close()


def reading(address: str | Path) -> Database:
    """The database file, or the lake, at that address, for reading only. Raises StoreError."""
    return LakeDatabase(str(address)) if is_lake(str(address)) else Database(address, read_only=True)
