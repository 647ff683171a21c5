"""Step 10, serve: the database, open only while pages are counted, and a moment longer, so that an import may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Condition, Timer
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from histparse import Filters, StatisticsError, Store, StoreError
from histparse.serve.address import Address, RefusedError
from histparse.store.database.tags import TagFile

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
PageValues = dict[str, Any]
"""What a page gives its template, by name. Any: values of many types, and functions."""
MEMORY, THREADS = "400MB", 2
"""What DuckDB may use for all pages together."""
LINGER = 2.0
"""Seconds that the database stays open after the last page: most pages are asked for one after the other."""
PATIENCE = 20.0
"""Seconds that a change waits for pages that are being counted."""
KEPT = 200
"""Results kept until the database changes."""


class Source:
    """One database, for many threads, which is written to for a moment only, and when nobody reads it."""

    def __init__(self, path: str) -> None:
        """Name the database. Raises StoreError when it cannot be read."""
        self.path = path
        self._lock = Condition()
        self._readers = 0
        self._open: Store | None = None
        self._state: object = None
        self._closing: Timer | None = None
        self._kept: dict[Any, Any] = {}
        with self.lend_shared_store():
            pass

    @contextmanager
    def lend_shared_store(self) -> Iterator[Store]:
        """The store, which many threads may ask. Raises StoreError, for example while an import has the file."""
        with self._lock:
            if self._closing:
                self._closing.cancel()
            if self._open is None:
                self._open = Store(self.path, read_only=True)
                self._open.limit(MEMORY, THREADS)
                self._state = self._open.state()
            store = self._open
            self._readers += 1
        try:
            yield store
        finally:
            with self._lock:
                self._readers -= 1
                if not self._readers:
                    self._lock.notify_all()
                    self._closing = Timer(LINGER, self.close)
                    self._closing.daemon = True
                    self._closing.start()

    @contextmanager
    def open_for_writing(self) -> Iterator[Store]:
        """The store for a short change; pages wait meanwhile. Raises StoreError, while an import has the file too."""
        with self._lock:
            if not self._lock.wait_for(lambda: not self._readers, PATIENCE):
                raise StoreError("nothing was saved while other pages are being counted: try again in a moment")
            self.close()
            Store(self.path, read_only=True).close()  # a file that is gone is not made anew
            with Store(self.path) as store:
                yield store

    def compute_cached(self, store: Store, key: object, compute: Callable[[Store], Result]) -> Result:
        """Return that count, from the cache if the database is as it was, and tags where they choose the hands."""
        state = self._state, TagFile(self.path).change_fingerprint() if _depends_on_tags(key) else None
        with self._lock:
            if (state, key) in self._kept:
                cached_result: Result = self._kept[state, key]
                return cached_result
        computed_result = compute(store)
        with self._lock:
            self._kept = {key: value for key, value in [*self._kept.items()][-KEPT:] if key[0][0] == state[0]}
            self._kept[state, key] = computed_result
        return computed_result

    def close(self) -> None:
        """Let the database go, unless somebody reads it; the next page opens it again."""
        with self._lock:
            if self._closing:
                self._closing.cancel()
            if not self._readers and self._open is not None:
                self._open.close()
                self._open = None


class PageRequest(Struct, frozen=True, dict=True):
    """The request of a page: its address, and the database as it is open meanwhile."""

    address: Address
    store: Store
    source: Source

    @cached_property
    def player(self) -> str:
        """The player that the address names, or the hero with the most hands. Raises RefusedError."""
        try:
            return self.store.player(self.address.get("player"))
        except StatisticsError as error:
            raise RefusedError(error.to_users, 404) from error

    @cached_property
    def filters(self) -> Filters:
        """The filters of the address. Raises StatisticsError."""
        return self.address.filters()

    @property
    def is_hero(self) -> bool:
        """Whether any hand shows the cards of that player at the deal, as it does to whom it belongs."""
        return bool(self.call_cached(Store.number_of_hands, None, self.player, filters=Filters(hero=True)))

    @property
    def has_hero(self) -> bool:
        """Whether any hand shows somebody's cards at the deal."""
        return self.call_cached(Store.has_hero)

    @property
    def undated_hand_count(self) -> int:
        """The number of the hands shown that have no date; no period has such hands."""
        filters = self.filters
        return 0 if filters.has_period else self.store.undated(self.player, filters=filters)

    def compute_cached(self, key: object, compute: Callable[[Store], Result]) -> Result:
        """Return that count from the cache, or count now: see `Source.compute_cached`."""
        return self.source.compute_cached(self.store, key, compute)

    def call_cached(
        self,
        compute: Callable[Concatenate[Store, Arguments], Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """Return what that function of the store gives for these arguments, from the cache or counted now."""
        filters = [part for part in (*arguments, *options.values()) if isinstance(part, Filters)]
        key = compute, repr((arguments, options)), *filters
        return self.compute_cached(key, lambda store: compute(store, *arguments, **options))


def _depends_on_tags(key: object) -> bool:
    return isinstance(key, tuple) and any(
        isinstance(part, Filters) and (part.tag, part.note) != (None, None) for part in key
    )
