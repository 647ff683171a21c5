"""Step 6e, importing: the texts an import has not read before; it passes over unchanged files and stored hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.flow import cut_text_into_hand_texts
from histparse.judging.duplicates import digest_text
from histparse.judging.engine import HandResult
from histparse.reader import STDIN, Bookmark, Content, Text, digest_and_find_growth, open_file, texts_in_open_file
from histparse.store.importing.files import Files, Names, Reading, Summary
from histparse.system.files import program_digest
from histparse.system.streams import has_rows, query_rows

# --- hands stored earlier -------------------------------------------------------------------------------------

_FILES = """
    SELECT
        path, site, bytes, digest, bookmark, bookmark_hands, hands, set_aside,
        (SELECT count(*) FROM set_aside AS aside
            WHERE aside.path = files.path AND aside.line < bookmark AND code <> 'SYN09'),
        games, games_before
    FROM files LEFT JOIN (
        SELECT path, histogram(game) AS games, histogram(game) FILTER (line < bookmark) AS games_before
        FROM skipped JOIN files USING (path) GROUP BY path
    ) USING (path) WHERE program = $program AND digest IS NOT NULL
"""


class Hands(Struct):
    """The hands of a file, or those before its bookmark."""

    hands: int
    set_aside: int
    skipped: dict[str, int]

    def count_as_known(self, summary: Summary) -> None:
        """Count them as known."""
        # Texts that were in the file before it was rewritten may be set aside under its name too.
        set_aside = min(self.set_aside, self.hands - sum(self.skipped.values()))
        summary.count_known(self.hands, self.skipped, set_aside)


class Earlier(Struct):
    """A file that this program has read."""

    path: str
    site: str | None
    content: Content
    bookmark: Bookmark
    all: Hands
    hands_before: Hands


class EarlierFiles:
    """The files that this program has read before this import, each to its end."""

    def __init__(self, connection: DuckDBPyConnection, *, ignore_all: bool) -> None:
        """`ignore_all`: as if there were no such file."""
        self._by_path: dict[str, Earlier] = {}
        self._by_digest: defaultdict[str, list[Earlier]] = defaultdict(list)
        self.names = Names(path for (path,) in connection.execute("SELECT path FROM files").fetchall())
        if ignore_all:
            return
        for row in connection.execute(_FILES, {"program": program_digest()}).fetchall():
            file = _make_earlier_file(*row)
            self._by_path[file.path] = file
            self._by_digest[file.content.digest].append(file)

    def find_read_for_same_site(self, path: str, site: str | None) -> Earlier | None:
        """The file with that path, if it was searched for that site."""
        file = self._by_path.get(path)
        return file if file and file.site == site else None

    def find_with_same_content(self, path: str, site: str | None, content: Content) -> list[Earlier]:
        """The file with that path, or the files of an archive with that path, if that was its content."""
        files = self._by_digest.get(content.digest, ())
        return [file for file in files if file.site == site and _is_file_or_inside_it(file.path, path)]


def _make_earlier_file(
    path: str, site: str | None, size: int, digest: str, bookmark_line: int, *counts: Any
) -> Earlier:  # Any: numbers of hands, or by game
    hands_before, hands, aside, aside_before, skipped, skipped_before = counts
    return Earlier(
        path,
        site,
        Content(size, digest),
        Bookmark(bookmark_line, hands_before),
        Hands(hands, aside, skipped or {}),
        Hands(hands_before, aside_before, skipped_before or {}),
    )


def _is_file_or_inside_it(path: str, archive: str) -> bool:
    return path == archive or path.startswith(f"{archive}/")


# --- what is new in a file ------------------------------------------------------------------------------------

# If its first line was set aside or has a finding, the hand may be what replaces that.
_STORED = """
    SELECT asked.row FROM ({asked}) AS asked JOIN hands USING (digest, site)
    WHERE hands.program = '{program}' AND (hands.path, hands.first_line) <= (asked.path, asked.line)
        AND NOT EXISTS (FROM set_aside AS aside WHERE aside.path = asked.path AND aside.line = asked.line)
        AND NOT EXISTS (FROM findings AS found
            WHERE found.hand_key IS NULL AND found.path = asked.path AND found.line = asked.line)
"""
_TEXT_COLUMNS = {"row": pl.Int64, "path": pl.String, "line": pl.Int64, "site": pl.String, "digest": pl.Int64}


class NewTexts:
    """The files and hands this program has not read before; the others are counted as known."""

    def __init__(
        self, connection: DuckDBPyConnection, files: Files, summary: Summary, *, read_everything: bool
    ) -> None:
        """`read_everything`: as if nothing were known."""
        self._connection = connection
        self._files = files
        self._summary = summary
        self._earlier = EarlierFiles(connection, ignore_all=read_everything)
        self._is_nothing_known = read_everything or not has_rows(connection, "hands")

    def cut_new_hands(self, path: Path, site: str | None, end_byte: int | None = None) -> Iterator[HandResult]:
        """The hands of a file, or of its part before that byte, as texts.

        It yields nothing if the file is unchanged, only those at its end if it has grown.
        """
        name = self._earlier.names.find_earlier_or_own_name(path)
        earlier = self._earlier.find_read_for_same_site(name, site)
        with open_file(path, end_byte) as file:
            known = (earlier.content, earlier.bookmark) if earlier else ()
            inspected = digest_and_find_growth(file, *known) if path is not STDIN and path.is_file() else None
            if inspected and (same := self._earlier.find_with_same_content(name, site, inspected.content)):
                self._count_unchanged_files_as_known(same)
                return
            reading = Reading(site, inspected and inspected.content)
            resume_at = inspected.resume_at if inspected else None
            if earlier and resume_at is not None:
                reading.begins = earlier.bookmark
                earlier.hands_before.count_as_known(self._summary)
            yield from self._cut_hands_and_note_files(
                texts_in_open_file(file, name, resume_at, reading.begins), reading
            )

    def drop_stored_texts(self, results: Iterable[HandResult], batch_size: int) -> Iterator[HandResult]:
        """The results without the hands that are stored with that text, from this place or one before it.

        `batch_size`: how many are looked up together.
        """
        coming = iter(results)
        if self._is_nothing_known:
            yield from coming
        while batch := [*islice(coming, batch_size)]:
            stored = self._find_stored_result_indices(batch)
            for row, result in enumerate(batch):
                if row in stored and result.text:
                    self._files.count_hand_skipped_as_stored(result.text.path)
                else:
                    yield result
            self._summary.count_known(len(stored), {}, 0)

    def _cut_hands_and_note_files(self, texts: Iterable[Text], reading: Reading) -> Iterator[HandResult]:
        """The hands of all texts of a file. Only a file that was read to its end is skipped next time."""
        read: list[Text] = []
        for text in texts:
            yield from cut_text_into_hand_texts(text, reading.site)
            read.append(text)
        if any(text.problem is not None for text in read):
            reading.content = None
        for text in read:
            self._files.note_reading(text.path, reading, text.bookmark)

    def _count_unchanged_files_as_known(self, files: list[Earlier]) -> None:
        for file in files:
            self._files.unchanged.add(file.path)
            file.all.count_as_known(self._summary)

    def _find_stored_result_indices(self, results: list[HandResult]) -> set[int]:
        """Which of them are stored, by their places in the list."""
        texts = [(row, result.text) for row, result in enumerate(results) if result.text]
        places = [(row, text.path, text.line, text.site, digest_text(text.text)) for row, text in texts]
        rows = pl.DataFrame(places, _TEXT_COLUMNS, orient="row")
        return {*query_rows(self._connection, _STORED, asked=rows, program=program_digest())["row"]}
