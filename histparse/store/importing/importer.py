"""Step 6e, importing: an import - judged hands are inserted in batches, all of them or, if it is interrupted, none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Self

import duckdb
import polars as pl
from duckdb import DuckDBPyConnection

from histparse.judging.engine import HandResult
from histparse.model.findings import FindingCounts
from histparse.model.text_codes import SYN09
from histparse.store.database.connection import TUNED, StoreError
from histparse.store.database.database import Database
from histparse.store.importing.files import Files, Summary
from histparse.store.importing.new_texts import NewTexts
from histparse.store.rows.batch import Batch, Frames, parse_and_judge_into_frames, split_into_batches
from histparse.store.rows.set_aside import Tables
from histparse.store.settle import neighbours
from histparse.store.settle.changes import Changes, Read, add_and_remove_players
from histparse.store.settle.joining import join_views_of_hands
from histparse.store.settle.moves import (
    apply_verdict_and_pop_freed,
    divide_batch_by_verdict,
    renew_shared_number_and_loose_findings,
)
from histparse.store.settle.neighbours import settle_hours_and_count_doubtful
from histparse.store.settle.verdict import (
    decide_which_texts_count,
    rejudge_texts_into_tables,
    select_readable_hand_texts_sharing_number,
)
from histparse.system.streams import append_rows, as_frame, has_rows, query_rows
from histparse.system.workers import worker_pool

_NEW = "FROM ({once}) AS once ANTI JOIN findings USING (path, line, code, message)"


def insert_batch_and_count_findings(
    connection: DuckDBPyConnection, tables: Tables, changes: Changes, *, replace_stored: bool
) -> FindingCounts:
    """Insert a batch, and return how many findings it has.

    Runs inside the transaction of the import. Texts set aside that the batch frees, as of a number it leaves, are
    judged again and inserted after it; these may free others in turn.
    """
    findings, freed = _insert_and_return_freed_texts(connection, tables, changes, replace_stored=replace_stored)
    while not freed.is_empty():
        more_findings, freed = _insert_and_return_freed_texts(
            connection, rejudge_texts_into_tables(freed), changes, replace_stored=False
        )
        findings += more_findings
    return findings


def _insert_and_return_freed_texts(
    connection: DuckDBPyConnection, tables: Tables, changes: Changes, *, replace_stored: bool
) -> tuple[FindingCounts, pl.DataFrame]:
    """Insert what the verdict leaves of these tables: how many findings they have, and the texts that this frees."""
    changes.read.note_batch(tables)
    settled, joined = decide_which_texts_count(connection, tables, judge_anew=replace_stored), Tables()
    if not (several := select_readable_hand_texts_sharing_number(settled)).is_empty():
        settled, joined = join_views_of_hands(connection, tables, settled, several)
    freed = apply_verdict_and_pop_freed(connection, settled, changes.removed)
    tables = divide_batch_by_verdict(tables, settled)
    tables |= {table: pl.concat([tables[table], rows]) for table, rows in joined.items()}
    tables |= {"findings": _drop_stored_loose_findings(connection, tables["findings"])}
    for table, rows in tables.items():
        append_rows(connection, table, rows)
    changes.added.note_batch(tables)
    return FindingCounts.count_severities(tables["findings"]["severity"]), freed


def _drop_stored_loose_findings(connection: DuckDBPyConnection, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings of hands and texts, and those of no text unless they are there already."""
    loose = findings["hand_key"].is_null() & findings["text_id"].is_null()
    if not loose.any():
        return findings
    distinct = findings.filter(loose).unique(("path", "line", "code", "message"), maintain_order=True)
    return pl.concat([findings.filter(~loose), query_rows(connection, _NEW, once=distinct).cast(findings.schema)])


# --- what came of it ------------------------------------------------------------------------------------------

_STORED = "SELECT digest FROM {table} SEMI JOIN ({read}) AS read USING (digest)"
# A copy of a text set aside counts as it does, once; a text of unknown number is no copy, and a view of a hand is one.
_TEXTS_ASIDE = """
    WITH read AS ({read}), placed AS ({placed})
    SELECT digest FROM set_aside SEMI JOIN read USING (digest) WHERE hand_id IS NOT NULL AND code <> '{view}'
    UNION ALL SELECT digest FROM set_aside SEMI JOIN placed USING (digest, path, line) WHERE hand_id IS NULL
"""
_FINDINGS = """
    SELECT hash(site, hand_id, code, seat, message) AS finding, severity::VARCHAR AS severity, count(*) AS number
    FROM findings GROUP BY ALL
"""
"""A finding is the same wherever its hand is in a file, and whether the hand is stored or set aside."""


def count_import_outcome(
    summary: Summary, importing: DuckDBPyConnection, committed: DuckDBPyConnection, read: Read
) -> None:
    """Add the hands stored and set aside, and set the number of new findings.

    Each counts as what it is in the end: batches that came later may have displaced it.

    `importing` is the connection of the import; `committed` does not see its transaction.
    """
    hands, summaries = (pl.concat(digests).unique().to_frame() for digests in (read.hands, read.summaries))
    texts = pl.concat(read.unstorable).unique()
    summary.stored += _count_added_texts(importing, committed, "hands", hands)
    summary.tournaments += _count_added_texts(importing, committed, "tournaments", summaries)
    digests = pl.concat([hands, summaries, texts.select("digest")]).unique()
    summary.set_aside += len(query_rows(importing, _TEXTS_ASIDE, read=digests, placed=texts, view=SYN09.code))
    summary.findings = _count_new_findings_by_severity(importing, committed)


def _count_added_texts(
    importing: DuckDBPyConnection, committed: DuckDBPyConnection, table: str, read_digests: pl.DataFrame
) -> int:
    """Count the texts read that are in that table now and were not before."""
    stored = query_rows(importing, _STORED, table=table, read=read_digests)
    return len(stored) - len(query_rows(committed, _STORED, table=table, read=stored))


def _count_new_findings_by_severity(importing: DuckDBPyConnection, committed: DuckDBPyConnection) -> FindingCounts:
    found, known = (as_frame(connection.sql(_FINDINGS)) for connection in (importing, committed))
    new = (pl.col("number") - pl.col("number_right").fill_null(0)).clip(0).sum()
    by_severity = found.join(known, on=["finding", "severity"], how="left").group_by("severity").agg(new)
    return FindingCounts.count_severities(dict(by_severity.rows()))


# --- the import ------------------------------------------------------------------------------------------------------

BATCH = 3_000
"""Short hands inserted together: some 40,000 rows."""
_NOT_STORED = "SELECT DISTINCT hand_key FROM ({hands}) ANTI JOIN hands USING (hand_key)"
_LAST = "SELECT coalesce(max(rowid), -1) FROM hands"
MEMORY = "150MB"
"""What DuckDB may take for an import at first: it would keep what it has written as long as there is room."""
THREADS = 1
"""Threads of DuckDB during an import: batches are too small to share out between threads, which only costs."""


class Importer:
    """One import, used in a `with` statement: make `observe` the observer of the replay and `add` each judged hand.

    Or let it `cut_new_hands_of_file` and pass the results to `judge_and_add_texts`: then nothing is read twice, unless
    `again` is true. Leaving the block commits; an exception, or a kill, leaves the database as it was.
    Raises StoreError.
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
        self._files = Files()
        self._connection.execute(f"SET threads = {THREADS}")
        if self.memory is not None:
            self._database.limit_memory(self.memory)
        self._connection.execute("BEGIN")
        with self._database.translating_duckdb_errors():
            self._changes = Changes(f"rowid > {self._connection.execute(_LAST).fetchall()[0][0]}")
            self._new_texts = NewTexts(self._connection, self._files, self.summary, read_everything=self._again)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._finish_and_commit()
        finally:
            # Back to DuckDB's own settings: it says its limit rounded down, so setting what was read would lower it.
            for statement in ("ROLLBACK", *(f"RESET {name}" for name in TUNED)):
                # It is committed, or undone already; when the disk is full DuckDB makes the connection unusable.
                with suppress(duckdb.Error):
                    self._connection.execute(statement)

    def has_hero(self) -> bool:
        """Whether any hand in the database shows a player's cards at the deal."""
        return self._database.has_hero()

    def add(self, result: HandResult) -> None:
        """Add one judged hand, or a stretch of text that is not a hand."""
        self._batch.add(result)
        if self._batch.size >= self._batch_size:
            self._insert_collected()

    def add_batch(self, frames: Frames) -> None:
        """Add a batch that was filled elsewhere."""
        summary = self.summary
        with self._database.translating_duckdb_errors():
            summary.findings += insert_batch_and_count_findings(
                self._connection, frames.tables, self._changes, replace_stored=self._again
            )
        summary.hands += sum(frames.files.values())
        summary.count_skipped(Counter(hand.game for hand in frames.skipped))
        self._files.count_batch(frames)

    def cut_new_hands_of_file(
        self, path: Path, site: str | None = None, end_byte: int | None = None
    ) -> Iterator[HandResult]:
        """The hands of a file, or of its part before that byte, that may be new, as texts. Raises FileError."""
        return self._new_texts.cut_new_hands(path, site, end_byte)

    def judge_and_add_texts(self, results: Iterable[HandResult], jobs: int = 1, scheduler: str | None = None) -> None:
        """Parse, judge and add hand texts, using `jobs` processes or the workers of that Dask scheduler.

        The outcome does not depend on them. Raises WorkerError when they are lost or cannot be used.
        """
        unread = self._new_texts.drop_stored_texts(results, self._batch_size)
        loads = split_into_batches(self._batch_size, unread)
        with worker_pool(jobs, scheduler) as shared, closing(shared(parse_and_judge_into_frames, loads)) as batches:
            # One process inserts: with `jobs` in the order of the text, so that rows do not depend on their number.
            for frames in batches:
                self.add_batch(frames)

    def new_hand_keys(self) -> list[int]:
        """The keys of hands that were not stored before. Call it within the block."""
        new = query_rows(self._connection, "SELECT hand_key FROM hands WHERE {is_new}", is_new=self._changes.is_new)
        with closing(self._database.open_second_connection()) as committed:
            return query_rows(committed.connection, _NOT_STORED, hands=new)["hand_key"].to_list()

    def _insert_collected(self) -> None:
        if not self._batch.is_empty:
            self.add_batch(self._batch.finish_and_reset())

    def _finish_and_commit(self) -> None:
        self._insert_collected()
        with self._database.translating_duckdb_errors():
            changed = self._changes.added.files | self._changes.removed.files
            self._files.write_changed_file_rows(self._connection, changed)
            if has_rows(self._connection, "hands WHERE or_at IS NOT NULL"):
                self.summary.uncertain = settle_hours_and_count_doubtful(self._connection, changed)
            neighbours.delete_summary_contradictions(self._connection)
            renew_shared_number_and_loose_findings(self._connection)
            neighbours.renew_findings_of_changed_neighbours(self._connection, self._changes)
            neighbours.insert_summary_contradictions(self._connection)
            add_and_remove_players(self._connection, self._changes)
            with closing(self._database.open_second_connection()) as committed:
                count_import_outcome(self.summary, self._connection, committed.connection, self._changes.read)
            self.before_commit()
            self._connection.execute("COMMIT")
        self.summary.set_totals_and_duplicates(
            len(self._files), len(self._files.unchanged), perf_counter() - self._start
        )
