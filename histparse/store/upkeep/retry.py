"""Step 6d, upkeep: hands set aside are read and judged again from their stored texts, as after an upgrade."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import polars as pl
from msgspec.structs import replace

from histparse.judging.hand_result import HandResult
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NEVER
from histparse.reader import HandText, Text, read_text
from histparse.reader.source import Source
from histparse.rules.text import SYN04, SYN06, SYN07, SYN09
from histparse.store.observe.columns import columns
from histparse.store.rows.batch import Frames
from histparse.store.write.database import Database
from histparse.store.write.forget import forget_selected
from histparse.store.write.given import given
from histparse.store.write.importer import Importer
from histparse.store.write.insert import append
from histparse.system.streams import as_frame

# A clash is no matter of the program: its number is taken by another text.
_TEXTS = f"SELECT path, line, text, site FROM set_aside WHERE code <> '{SYN07.code}' ORDER BY path, line"  # noqa: S608 - our code
_OF_OTHER_GAMES = "FROM set_aside SEMI JOIN ({skipped}) AS skipped USING (path, line)"


_NOTES = f"""
    FROM findings WHERE hand_key IS NULL AND path IN $paths
        AND code IN ('{SYN04.code}', '{SYN06.code}', '{SYN09.code}')
"""
_RESTORE = "INSERT INTO findings BY NAME FROM ({notes}) AS notes ANTI JOIN findings USING (path, line, code, message)"


class Retry(Importer):
    """An import of the hands set aside: one that is stored now is no longer set aside.

    The others stay, with the reason found now. Nothing else changes: their files count the hands they had, and a hand
    that depends on more than its text waits for its file to be imported.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database, again=True)
        self._texts = texts_aside(database)

    def __len__(self) -> int:
        return len(self._texts)

    def texts(self) -> Iterator[HandResult]:
        """The hands to retry."""
        return (HandResult((), text) for text in self._texts)

    def add_frames(self, frames: Frames) -> None:
        """Add a batch, but not to the counts of its files, which were not read."""
        with self._database.refusing(), self._keeping_notes(list(frames.files)):
            super().add_frames(replace(frames, files={}, skipped=[]))
        self.summary.hands += sum(frames.files.values())
        if frames.skipped:
            self._move_to_skipped(pl.DataFrame(frames.skipped, columns()["skipped"], orient="row"))

    @contextmanager
    def _keeping_notes(self, paths: list[str]) -> Iterator[None]:
        """What the reader noted about the bytes of the files is kept: the stored texts do not show it any more."""
        before = as_frame(self._connection.sql(_NOTES, params={"paths": paths}))
        yield
        notes = given(self._connection, before)
        self._connection.execute(_RESTORE.format(notes=notes.sql_query()))

    def _move_to_skipped(self, skipped: pl.DataFrame) -> None:
        """These hands turned out to be of other games."""
        self.summary.skip(dict(skipped["game"].value_counts().rows()))
        with self._database.refusing():
            rows = given(self._connection, skipped)
            forget_selected(self._connection, _OF_OTHER_GAMES.format(skipped=rows.sql_query()), self._changes)
            append(self._connection, "skipped", skipped)


def texts_aside(database: Database) -> list[HandText]:
    """The hands set aside that can be tried again. Raises StoreError."""
    with database.refusing():
        rows = database.connection.execute(_TEXTS).fetchall()
    return [_text(*row) for row in rows if _stands_alone(row[-1])]


def _text(path: str, line: int, text: str, site: str) -> HandText:
    """The hand's text; perhaps it is known now for another kind of text."""
    source = Source(path, BytesIO(text.encode(errors="surrogatepass")))
    found = [piece for piece in read_text(Text(source), site) if isinstance(piece, HandText)]
    return HandText(path, line, text, site, other_text=found[0].other_text if len(found) == 1 else "")


def _stands_alone(site: str) -> bool:
    """Whether a hand of that site can be read from its own text: where files have headings, they are not stored."""
    return site in dialects() and dialects()[site].heading == NEVER
