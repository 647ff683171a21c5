"""Step 6e, importing: an import - judged hands are inserted in batches, all of them or, if it is interrupted, none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Self

import duckdb

from histparse.judging.hand_result import HandResult
from histparse.store.database.connection import TUNED, StoreError
from histparse.store.database.database import Database
from histparse.store.importing.files import Files
from histparse.store.importing.insert import count, insert
from histparse.store.importing.unread import Unread
from histparse.store.rows.batch import Batch, Frames, filled, in_batches
from histparse.store.settle import neighbours
from histparse.store.settle.changes import Changes, ask, is_any, not_stored, note_players
from histparse.store.settle.hours import settle_hours
from histparse.store.settle.moves import renew_findings
from histparse.store.summary import Summary
from histparse.system.workers import pool

BATCH = 3_000
"""Short hands inserted together: some 40,000 rows."""
_LAST = "SELECT coalesce(max(rowid), -1) FROM hands"
MEMORY = "150MB"
"""What DuckDB may take for an import at first: it would keep what it has written as long as there is room."""
THREADS = 1
"""Threads of DuckDB during an import: batches are too small to share out between threads, which only costs."""


class Importer:
    """One import, used in a `with` statement: make `observe` the observer of the replay and `add` each judged hand.

    Or let it `cut` files and pass the results to `add_texts`: then nothing is read twice, unless `again` is true.
    Leaving the block commits; an exception, or a kill, leaves the database as it was. Raises StoreError.
    """

    def __init__(self, database: Database, batch_size: int = BATCH, *, again: bool = False) -> None:
        if database.read_only:
            raise StoreError(f"{database.path}: opened for reading only")
        self._database = database
        self._connection = database.connection
        self._batch_size = batch_size
        self._again = again
        self.memory: str | None = MEMORY
        """The most memory that DuckDB may take; None: all that it takes by itself."""
        self.before_commit: Callable[[], object] = lambda: None
        """Called at the last moment at which the import can be stopped."""

    def __enter__(self) -> Self:
        self._start = perf_counter()
        self.summary = Summary()
        self._batch = Batch()
        self.observe = self._batch.observe
        """The observer, which records the acts of each hand."""
        self._files, self._changes = Files(), Changes()
        self._connection.execute(f"SET threads = {THREADS}")
        if self.memory is not None:
            self._database.limit(self.memory)
        self._connection.execute("BEGIN")
        with self._database.refusing():
            self._changes.is_new = f"rowid > {self._connection.execute(_LAST).fetchall()[0][0]}"
            self._unread = Unread(self._connection, self._files, self.summary, again=self._again)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._finish()
        except BaseException:
            self._undo()
            raise
        else:
            if kind is not None:
                self._undo()
        finally:
            with suppress(duckdb.Error):  # when the disk is full DuckDB makes the connection unusable
                self._reset()

    def _undo(self) -> None:
        with suppress(duckdb.Error):  # DuckDB has undone it already when it could not commit
            self._connection.execute("ROLLBACK")

    def add(self, result: HandResult) -> None:
        """Add one judged hand, or a stretch of text that is not a hand."""
        self._batch.add(result)
        if self._batch.size >= self._batch_size:
            self._flush()

    def add_frames(self, frames: Frames) -> None:
        """Add a batch that was filled elsewhere."""
        summary = self.summary
        with self._database.refusing():
            summary.findings += insert(self._connection, frames.tables, self._changes, again=self._again)
        summary.hands += sum(frames.files.values())
        summary.skip(Counter(hand.game for hand in frames.skipped))
        self._files.add(frames)

    def cut(self, path: Path, site: str | None = None, end: int | None = None) -> Iterator[HandResult]:
        """The hands of a file, or of its part before that byte, that may be new, as texts. Raises FileError."""
        return self._unread.cut(path, site, end)

    def add_texts(self, results: Iterable[HandResult], jobs: int = 1, scheduler: str | None = None) -> None:
        """Parse, judge and add hand texts, using `jobs` processes or the workers of that Dask scheduler.

        The outcome does not depend on them. Raises WorkerError when they are lost or cannot be used.
        """
        unread = self._unread.hands(results, self._batch_size)
        loads = in_batches(self._batch_size, unread)
        with pool(jobs, scheduler) as shared, closing(shared(filled, loads)) as batches:
            for frames in batches:
                self.add_frames(frames)

    def new_hands(self) -> list[int]:
        """The keys of hands that were not stored before. Call it within the block."""
        new = ask(self._connection, "SELECT hand_key FROM hands WHERE {is_new}", is_new=self._changes.is_new)
        with self._as_before() as committed:
            return not_stored(committed, new)

    def _flush(self) -> None:
        if not self._batch.is_empty:
            self.add_frames(self._batch.frames())

    def _finish(self) -> None:
        self._flush()
        with self._database.refusing():
            self._files.write(self._connection, self._changes.paths)
            if is_any(self._connection, "hands WHERE or_at IS NOT NULL"):
                self.summary.uncertain = settle_hours(self._connection, self._changes.paths)
            neighbours.forget(self._connection)
            renew_findings(self._connection)
            neighbours.renew(self._connection, self._changes)
            neighbours.renew_summaries(self._connection)
            note_players(self._connection, self._changes)
            self._count()
            self.before_commit()
            self._connection.execute("COMMIT")
        self.summary.finish(len(self._files), len(self._files.unchanged), perf_counter() - self._start)

    def _count(self) -> None:
        with self._as_before() as committed:
            count(self.summary, self._connection, committed, self._changes)

    @contextmanager
    def _as_before(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection that does not see what this import has changed."""
        with closing(self._database.again()) as committed:
            yield committed.connection

    def _reset(self) -> None:
        """Back to DuckDB's own settings: it says its limit rounded down, so setting what was read would lower it."""
        for name in TUNED:
            self._connection.execute(f"RESET {name}")
