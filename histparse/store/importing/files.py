"""Step 6e, importing: what was read, and how much of it is stored - in figures, and in tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePath

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.model.findings import FindingCounts
from histparse.reader import BEGINNING, Bookmark, Content
from histparse.store.observe.row_buffer import table_columns
from histparse.store.rows.batch import Frames, Skipped
from histparse.system.files import printable_path, program_digest
from histparse.system.streams import append_rows, run_statement


class Summary(Struct):
    """The outcome of an import: `hands` = `stored` + `tournaments` + `duplicates` + `set_aside` + the sum of `skipped`.

    Summaries of tournaments are counted with the hands. Hands that were not read again, because nothing in their file
    is new, count as they did when they were read.
    """

    files: int = 0
    """Read or unchanged."""
    unchanged: int = 0
    """Files that have not changed since they were imported, and were not read again."""
    hands: int = 0
    stored: int = 0
    """Hands that came in."""
    tournaments: int = 0
    """Summaries of tournaments that were stored."""
    duplicates: int = 0
    """Identical copies of texts stored or set aside, and texts with which a longer one of these begins."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Hands of other games, by game."""
    set_aside: int = 0
    uncertain: int = 0
    """Hands in the files that were read, of which nothing tells in which of two hours that clocks show alike."""
    findings: FindingCounts = FindingCounts()
    """Findings that the database did not have before."""
    seconds: float = 0.0
    hands_per_second: float = 0.0

    def count_skipped(self, games: Mapping[str, int]) -> None:
        """Count hands of other games."""
        for game, count in games.items():
            self.skipped[game] = self.skipped.get(game, 0) + count

    def count_known(self, hands: int, skipped: Mapping[str, int], set_aside: int) -> None:
        """Count hands that an earlier import read: of other games, set aside, and the rest stored."""
        self.hands += hands
        self.set_aside += set_aside
        self.count_skipped(skipped)

    def set_totals_and_duplicates(self, files: int, unchanged: int, seconds: float) -> None:
        """Note what is known at the end."""
        self.files, self.unchanged, self.seconds = files, unchanged, seconds
        self.duplicates = self.hands - self.stored - self.tournaments - self.set_aside - sum(self.skipped.values())
        self.hands_per_second = self.hands / seconds if self.hands else 0.0


# --- names of files -------------------------------------------------------------------------------------------


# --- the tables ------------------------------------------------------------------------------------------------------


class Names:
    """The names of files that were read before; in an archive, also that of the archive."""

    def __init__(self, paths_read: Iterable[str | None]) -> None:
        self._read = {path for path in paths_read if path is not None}  # a damaged database may have lost a name

    def find_earlier_or_own_name(self, path: Path) -> str:
        """The name by which that file was read before, or else its own."""
        shown = printable_path(path)
        if shown in self._read:
            return shown
        alike = self._names_and_parents_by_last_part.get(PurePath(shown).name, set())
        return shown if shown in alike else next((name for name in sorted(alike) if _is_same_file(name, path)), shown)

    @cached_property
    def _names_and_parents_by_last_part(self) -> Mapping[str, set[str]]:
        names = defaultdict[str, set[str]](set)
        for name in self._read:
            for whole in (name, *map(str, PurePath(name).parents)):
                names[PurePath(whole).name].add(whole)
        return names


def _is_same_file(name: str, path: Path) -> bool:
    with suppress(OSError):
        return path.samefile(name)
    return False


# --- files ----------------------------------------------------------------------------------------------------


class Reading(Struct):
    """The record of how a file, or the archive it is packed in, was read."""

    site: str | None = None
    """The site it was searched for; None: all sites."""
    content: Content | None = None
    """The digest of the content; None if unknown, or if it was not read to its end."""
    begins: Bookmark = BEGINNING
    """Where reading began."""


class Files:
    """The files of one import."""

    def __init__(self) -> None:
        self._hands: Counter[str] = Counter()
        self._skipped: list[Skipped] = []
        self._readings: dict[str, tuple[Reading, Bookmark]] = {}
        self.unchanged: set[str] = set()
        """Files that were not read because they have not changed."""

    def __len__(self) -> int:
        return len(self._hands.keys() | self.unchanged)

    def count_batch(self, frames: Frames) -> None:
        """Count what was read of each file in a batch."""
        self._hands.update(frames.files)
        self._skipped += frames.skipped

    def count_hand_skipped_as_stored(self, path: str) -> None:
        """Count a hand that was not read because it is stored."""
        self._hands[path] += 1

    def note_reading(self, path: str, reading: Reading, bookmark: Bookmark) -> None:
        """Note that a file was read to its end, and where to resume when it grows."""
        self._readings[path] = reading, bookmark

    def write_changed_file_rows(self, connection: DuckDBPyConnection, paths_with_other_hands: Collection[str]) -> None:
        """Write rows for files that have changed or brought something new, and recount what is stored of them.

        `paths_with_other_hands`: files of which the database now has other hands than before.
        """
        known = {path: rest for path, *rest in connection.execute(_KNOWN).fetchall()}
        now = datetime.now(UTC).replace(tzinfo=None)
        rows = [self._make_file_row(path, now) for path in self._hands]
        new = [
            row
            for row in rows
            if row["path"] in paths_with_other_hands or self._is_file_new_or_changed(row, known.get(row["path"]))
        ]
        if new:
            self._replace_file_and_skipped_rows(connection, pl.DataFrame(new, table_columns()["files"]))
        connection.execute(_COUNT, {"changed": [*paths_with_other_hands, *(row["path"] for row in new)]})

    def _make_file_row(self, path: str, now: datetime) -> dict[str, object]:
        reading, bookmark = self._readings.get(path, (Reading(), None))
        size, digest = reading.content or (None, None)
        return {
            "path": path,
            "imported_at": now,
            "hands": self._hands[path] + reading.begins.hands,
            **dict.fromkeys(("stored", "skipped", "set_aside"), 0),
            "program": program_digest(),
            "site": reading.site,
            "bytes": size,
            "digest": digest,
            "bookmark": bookmark and bookmark.line,
            "bookmark_hands": bookmark and bookmark.hands,
        }

    def _is_file_new_or_changed(self, row: dict[str, object], stored_values: list[object] | None) -> bool:
        """Whether the file is new, or has changed since it was read."""
        return stored_values is None or (
            row["path"] in self._readings and stored_values != [row[name] for name in _READ]
        )

    def _replace_file_and_skipped_rows(self, connection: DuckDBPyConnection, files: pl.DataFrame) -> None:
        """Write rows for these files, and for their hands of other games from where reading began."""
        begins = [self._readings.get(path, (Reading(), None))[0].begins.line for path in files["path"]]
        read = files.select("path", begins=pl.Series(begins, dtype=pl.Int64))
        for statement in _FORGET:
            run_statement(connection, statement, read=read)
        append_rows(connection, "files", files)
        skipped = pl.DataFrame(self._skipped, table_columns()["skipped"], orient="row")
        append_rows(connection, "skipped", skipped.filter(pl.col("path").is_in(files["path"].to_list())))


_READ = ("program", "site", "digest")
_KNOWN = f"SELECT path, {', '.join(_READ)} FROM files"  # noqa: S608 - our names
_FORGET = (
    "DELETE FROM files USING ({read}) AS read WHERE files.path = read.path",
    "DELETE FROM skipped USING ({read}) AS read WHERE skipped.path = read.path AND skipped.line >= read.begins",
)
_COUNT = """
    UPDATE files SET
        stored = (SELECT count(*) FROM hands WHERE hands.path = files.path)
            + (SELECT count(*) FROM tournaments WHERE tournaments.path = files.path),
        skipped = (SELECT count(*) FROM skipped WHERE skipped.path = files.path),
        set_aside = (SELECT count(*) FROM set_aside WHERE set_aside.path = files.path AND code <> 'SYN09')
    WHERE path IN $changed
"""
