"""Step 6d, upkeep: hands set aside are read and judged again from their stored texts, as after an upgrade."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import polars as pl
from msgspec.structs import replace

from histparse.flow import cut_text
from histparse.judging.hand_result import HandResult
from histparse.reader import Bookmark, Source, Text
from histparse.rules.text import SYN07
from histparse.store.rows.batch import Frames
from histparse.store.write.database import Database
from histparse.store.write.given import given
from histparse.store.write.importer import Importer
from histparse.store.write.insert import append
from histparse.store.write.summary import Summary

# A clash is no matter of the program: its number is taken by another text.
_TEXTS = f"SELECT path, line, site, text FROM set_aside WHERE code <> '{SYN07.code}' ORDER BY path, line"  # noqa: S608 - our code
_OTHER_GAMES = "DELETE FROM set_aside USING ({skipped}) AS s WHERE set_aside.path = s.path AND set_aside.line = s.line"


def number_of_texts(database: Database) -> int:
    """How many hands there are to retry."""
    with database.refusing():
        return int(database.connection.execute(f"SELECT count(*) FROM ({_TEXTS})").fetchall()[0][0])  # noqa: S608 - as above


class Retry(Importer):
    """An import of the hands set aside, used like one: a hand that is stored now is no longer set aside.

    The others stay, with the reason found now. Nothing else changes: files count the hands they had.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database, again=True)
        self._texts = database.connection.execute(_TEXTS).fetchall()

    def texts(self) -> Iterator[HandResult]:
        """The hands to retry, as texts."""
        for path, line, site, text in self._texts:
            found = [result for result in cut_text(_text(path, line, text), site) if result.text]
            yield from found[:1]

    def add_frames(self, frames: Frames) -> None:
        """Add a batch; its files are not counted, for they were not read."""
        before = self.summary.hands
        if frames.skipped:
            self._leave_to_skipped(frames)
        super().add_frames(replace(frames, files={}))
        self.summary.hands = before + sum(frames.files.values())

    def _leave_to_skipped(self, frames: Frames) -> None: ...


def retry(database: Database, jobs: int = 1) -> Summary:
    """Retry all hands set aside, using `jobs` processes: all of them or, if it is interrupted, none."""
    with Retry(database) as again:
        again.add_texts(again.texts(), jobs)
    return again.summary


def _text(path: str, line: int, text: str) -> Text:
    return Text(Source(path, BytesIO(text.encode(errors="surrogatepass"))), Bookmark(line, 0))
