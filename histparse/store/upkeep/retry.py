"""Step 6g, upkeep: hands set aside are read and judged again from their stored texts, as after an upgrade."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import polars as pl
from msgspec.structs import replace

from histparse.judging.engine import HandResult
from histparse.reader import HandText
from histparse.store.database.database import Database
from histparse.store.importing.files import Summary
from histparse.store.importing.importer import Importer
from histparse.store.observe.row_buffer import table_columns
from histparse.store.rows.batch import Frames
from histparse.store.rows.set_aside import OF_NUMBER
from histparse.store.settle.moves import pop_set_aside_texts
from histparse.store.settle.verdict import make_hand_text, sites_without_file_headings
from histparse.system.streams import append_rows, query_rows

# A clash is no matter of the program: its number is taken by another text. Nor is a view.
_TEXTS = "SELECT path, line, text, site FROM set_aside WHERE code NOT IN $codes ORDER BY path, line"
_OF_OTHER_GAMES = "SELECT text_id FROM set_aside SEMI JOIN ({skipped}) AS skipped USING (path, line)"


class Retry(Importer):
    """An import of the hands set aside: one that is stored now is no longer set aside.

    The others stay, with the reason found now. Nothing else changes: their files count the hands they had, and a hand
    that depends on more than its text waits for its file to be imported.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database, again=True)
        self._texts = texts_to_retry(database)

    def __len__(self) -> int:
        return len(self._texts)

    def unjudged_texts_to_retry(self, advance: Callable[[int], object] = id) -> Iterator[HandResult]:
        """The hands to retry; `advance` is called with each amount that was taken."""
        for text in self._texts:
            yield HandResult((), text)
            advance(1)

    def add_batch(self, frames: Frames) -> None:
        """Add a batch, but not to the counts of its files, which were not read."""
        super().add_batch(replace(frames, files={}, skipped=[]))
        self.summary.hands += sum(frames.files.values())
        if frames.skipped:
            self._move_to_skipped(pl.DataFrame(frames.skipped, table_columns()["skipped"], orient="row"))

    def _move_to_skipped(self, skipped: pl.DataFrame) -> None:
        """Move hands that turned out to be of other games."""
        self.summary.count_skipped(dict(skipped["game"].value_counts().rows()))
        ids = query_rows(self._connection, _OF_OTHER_GAMES, skipped=skipped)["text_id"]
        pop_set_aside_texts(self._connection, ids, self._changes.removed)
        append_rows(self._connection, "skipped", skipped)


def retry_database(
    path: str,
    jobs: int,
    start_progress: Callable[[int], Callable[[int], object]],
    before_commit: Callable[[], object] = int,
) -> Summary:
    """Try them again. Raises StoreError, WorkerError."""
    with Database(path, read_only=True):  # a missing one is not made
        pass
    with Database(path) as database, Retry(database) as again:
        again.before_commit = before_commit
        again.judge_and_add_texts(again.unjudged_texts_to_retry(start_progress(len(again))), jobs)
    return again.summary


def texts_to_retry(database: Database) -> list[HandText]:
    """The hands set aside that can be tried again. Raises StoreError."""
    rows = database.connection.execute(_TEXTS, {"codes": [*OF_NUMBER.values()]}).fetchall()
    return [make_hand_text(*row) for row in rows if row[-1] in sites_without_file_headings()]
