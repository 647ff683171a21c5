"""Step 6e, lake: a lake as a database, so that every query runs on it unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from histparse.store.database.connection import StoreError, confined
from histparse.store.database.database import Database, Sizes
from histparse.store.lake.aliases import keep, load
from histparse.store.lake.founding import check
from histparse.store.lake.manifests import committed, latest, manifest_file
from histparse.store.lake.place import place_at
from histparse.store.lake.records import WHOLE
from histparse.store.lake.soundness import damaged, require_sound
from histparse.store.lake.sweep import needed
from histparse.store.lake.views import connected, show_all
from histparse.store.observe.row_buffer import HANDS


class LakeDatabase(Database):
    """The latest snapshot of a lake, which stays the same until it is closed. Only aliases can be changed here.

    Raises StoreError.
    """

    def __init__(self, address: str, *, read_only: bool = True) -> None:
        """Unless `read_only`, aliases are kept when the `with` statement ends without an error."""
        self.path = address
        self.read_only = read_only
        self._place = place_at(address)
        check(self._place)
        with ExitStack() as opening:
            opening.enter_context(self._place.using())
            snapshot = latest(self._place)
            if snapshot is None:
                raise StoreError(f"{address}: there is nothing in this lake; `histparse import --lake` fills it")
            require_sound(self._place, snapshot.written())
            self._snapshot = snapshot
            self.connection = connected(self._place, (*HANDS, *WHOLE))
            opening.callback(self.connection.close)
            with self.refusing():
                show_all(self.connection, self._place, snapshot)
                self._aliases = load(self.connection, self._place)
                confined(self.connection)
            self._held = opening.pop_all()

    def again(self) -> Self:
        """Open the lake by another connection too, for a thread of its own. Closing it leaves this one open."""
        other = super().again()
        other._held = ExitStack()
        other.read_only = True  # this one keeps what is changed
        return other

    def seal(self) -> None:
        """Nothing but the files of the lake can be opened anyway."""

    def sizes(self) -> Sizes:
        """How large it is; what compaction gives back are hands that do not count any more, or are written twice."""
        there, shown = self._place.sizes(), {*self._snapshot.written()}
        free = sum(size for name, size in there.items() if name.partition("/")[0] in HANDS and name not in shown)
        return Sizes(sum(there.values()), free)

    def missing(self) -> Iterator[str]:
        """A sentence for each file that should be there and is not."""
        there, wanted = {*self._place.names()}, needed(self._place) | {*map(manifest_file, self._snapshot.manifests)}
        yield from (f"{name} is gone" for name in sorted(wanted - there))

    def damaged(self) -> Iterator[str]:
        """A sentence for each file that is not as it was written."""
        written = committed(self._place).written | self._snapshot.written()
        there = self._place.stamps([name for name in needed(self._place) if name.endswith(".parquet")])
        for name in damaged(self._place, {name: written[name] for name in sorted(there)}):
            yield f"{name} is not as it was written"

    def keep(self) -> None:
        """Write the aliases that have changed. Raises StoreError."""
        self._aliases = keep(self.connection, self._place, self._aliases)

    def close(self) -> None:
        """Let the lake go. Harmless when called twice."""
        self.connection.close()
        self._held.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None and not self.read_only:
            self.keep()
        super().__exit__(kind, error, trace)
