"""Step 6c, database: tags and a note on a hand, in a small file beside the database, which no import touches.

It names hands by site and number: tags outlive a database that is written anew, and wait for hands still to come.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import polars as pl
from msgspec import Struct, json

from histparse.model.errors import HistparseError, escape_unprintable, escape_unprintable_in_lines, quoted
from histparse.store.database.connection import StoreError
from histparse.store.database.database import Database
from histparse.system import late

_COLUMNS = {"site": pl.String(), "hand_id": pl.String(), "tags": pl.List(pl.String), "note": pl.String()}
SUFFIX = ".tags.sqlite"
STAR, WITH_NOTE = "star", "noted"
"""The tag that is drawn as a star, and what stands for any note where a tag is asked for."""
MOST_TAGS, LONGEST_TAG, LONGEST_NOTE = 20, 40, 4_000
PATIENCE = 10.0
"""Seconds to wait for somebody else's change."""
SEPARATOR = "\n\n"
"""Between two notes that were written on one hand at the same time."""
MOST_LETTERS = 200
"""Letters of a site with a number."""
Hand = tuple[str, str]
"""The site of a hand, and its number there."""

TABLE = """
    CREATE TABLE IF NOT EXISTS tagged (
        site TEXT NOT NULL, hand_id TEXT NOT NULL, tags TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (site, hand_id)
    ) WITHOUT ROWID
"""
MOST_HANDS = 100_000
TABLES = "SELECT name, type || ' ' || sql FROM sqlite_schema WHERE type IN ('table', 'view', 'trigger')"
OF_HAND = "SELECT tags, note FROM tagged WHERE site = ? AND hand_id = ?"
KEEP = "INSERT OR REPLACE INTO tagged VALUES (?, ?, ?, ?)"
REMOVE = "DELETE FROM tagged WHERE site = ? AND hand_id = ?"


class Tagged(Struct, frozen=True):
    """The tags of a hand in order, and its note, which may have several lines."""

    tags: tuple[str, ...] = ()
    note: str = ""


class TagFile:
    """The tags of the database at an address. The file is made with the first tag."""

    def __init__(self, address: str) -> None:
        self._path = _tag_file_path(address)
        self.path = str(self._path)
        """The file with the tags, as text."""

    def change_fingerprint(self) -> object:
        """Return the state of the file, which changes when it does; None if there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def read_all(self) -> dict[Hand, Tagged]:
        """Everything that is tagged or noted. Raises StoreError."""
        rows = self.read_rows("tagged", "site, hand_id, tags, note", MOST_HANDS)
        try:
            return {(site, number): _decode_tagging(*columns) for site, number, *columns in rows}
        except ValueError as error:  # a row that this program did not write
            raise self.unreadable_error(error) from error

    def read_rows(self, table: str, columns: str, refuse_above: int) -> list[tuple[Any, ...]]:
        """The rows of a table of the file by its first columns; none if it has no such table. Raises StoreError."""
        if not self._path.is_file():
            return []
        with self._open_connection("rw") as connection:
            if table not in dict(connection.execute(TABLES)):
                return []
            rows = connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchmany(refuse_above + 1)  # noqa: S608 - ours
        if len(rows) > refuse_above:
            raise StoreError(
                f"{escape_unprintable(self.path)}: more than {refuse_above:,} rows of {table} are not read"
            )
        return rows

    @contextmanager
    def begin_change(self) -> Iterator[sqlite3.Connection]:
        """A connection on which all changes are kept, or none. Raises StoreError."""
        if self._path == Path():
            raise StoreError("a database in memory keeps no tags")
        with self._open_connection("rwc") as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    def store_merged_change(self, hand: Hand, tagging: Tagged, shown: Tagged) -> Tagged:
        """Keep what is said of a hand by who saw it as `shown`; returns what is kept, others' changes among it.

        Raises HistparseError and StoreError.
        """
        cleaned = clean_tagging_or_refuse(tagging)
        with self.begin_change() as connection:
            return store_merged_taggings(connection, {hand: cleaned}, shown)[hand]

    @contextmanager
    def _open_connection(self, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            if mode == "rwc":
                self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
                self._path.touch(0o600)
            address = f"{self._path.as_uri()}?mode={mode}"
            with closing(sqlite3.connect(address, PATIENCE, isolation_level=None, uri=True)) as connection:
                # The file may come from anybody: a view may have rows without end.
                if any(not kind.startswith("table CREATE TABLE ") for _, kind in connection.execute(TABLES)):
                    raise StoreError(f"{escape_unprintable(self.path)}: this is not a file of tags that histparse made")
                yield connection
        except (sqlite3.Error, OSError, ValueError) as error:  # ValueError: a row that this program did not write
            raise self.unreadable_error(error) from error

    def unreadable_error(self, error: Exception) -> StoreError:
        """The error for a file that this program did not write, or that cannot be opened."""
        return StoreError(f"{escape_unprintable(self.path)}: tags cannot be read or saved there ({error})")


def store_merged_taggings(
    connection: sqlite3.Connection, taggings: Mapping[Hand, Tagged], shown: Tagged
) -> dict[Hand, Tagged]:
    """Merge clean taggings of hands by who saw them as `shown`; returns what each hand has then."""
    connection.execute(TABLE)
    return {
        hand: _store_or_remove_merged_tagging(connection, hand, tagging, shown) for hand, tagging in taggings.items()
    }


def clean_tagging_or_refuse(tagging: Tagged) -> Tagged:
    """The tags in lower case and in order, once each, without letters that drive a terminal. Raises HistparseError."""
    tags = sorted({_clean_tag_or_refuse(tag) for tag in tagging.tags})
    note = escape_unprintable_in_lines(tagging.note.replace("\r\n", "\n").strip().encode(errors="replace").decode())
    if len(tags) > MOST_TAGS:
        raise HistparseError(f"a hand has at most {MOST_TAGS} tags, not {len(tags)}")
    if len(note) > LONGEST_NOTE:
        raise HistparseError(f"a note has at most {LONGEST_NOTE:,} letters, not {len(note):,}")
    return Tagged(tuple(tags), note)


def merge_taggings(stored: Tagged, changed: Tagged, shown: Tagged) -> Tagged:
    """Merge what is stored with what somebody changed since it was shown. Of two notes none is lost."""
    tags = {tag for tag in stored.tags if tag in changed.tags or tag not in shown.tags}
    tags |= {tag for tag in changed.tags if tag not in shown.tags}
    if stored.note == shown.note:
        note = changed.note
    elif changed.note == shown.note or _contains_note(stored.note, changed.note):
        note = stored.note
    else:
        note = SEPARATOR.join(filter(None, (stored.note, changed.note)))
    return Tagged(tuple(sorted(tags)), note)


def list_tags_and_noted_word(tags_and_notes: Iterable[Tagged]) -> list[str]:
    """List the words to filter by: all tags, and `noted` if there is a note."""
    taggings = list(tags_and_notes)
    return [
        *sorted({tag for tagging in taggings for tag in tagging.tags}),
        *([WITH_NOTE] if any(tagging.note for tagging in taggings) else []),
    ]


def hands_with_tag_or_note(taggings_by_hand: Mapping[Hand, Tagged], tag_or_noted: str) -> list[Hand]:
    """The hands with that tag, or with a note."""
    return [
        hand
        for hand, tagging in taggings_by_hand.items()
        if (tagging.note if tag_or_noted == WITH_NOTE else tag_or_noted in tagging.tags)
    ]


def _clean_tag_or_refuse(text: str) -> str:
    tag = escape_unprintable(" ".join(normalize("NFC", text.encode(errors="replace").decode()).lower().split()))
    if not tag or len(tag) > LONGEST_TAG or "," in tag:
        raise HistparseError(
            f"a tag has 1 to {LONGEST_TAG} letters and no comma, not {quoted(text[: LONGEST_TAG + 1])}"
        )
    if tag == WITH_NOTE:
        raise HistparseError(f"{quoted(WITH_NOTE)} stands for hands with a note: choose another tag")
    return tag


def _contains_note(note: str, other_note: str) -> bool:
    """Whether the other note is one of those it is made of."""
    return f"{SEPARATOR}{other_note}{SEPARATOR}" in f"{SEPARATOR}{note}{SEPARATOR}"


def _store_or_remove_merged_tagging(
    connection: sqlite3.Connection, hand: Hand, changed: Tagged, shown: Tagged
) -> Tagged:
    row = connection.execute(OF_HAND, hand).fetchone()
    tagging = merge_taggings(_decode_tagging(*row) if row else Tagged(), changed, shown)
    if tagging == Tagged():
        connection.execute(REMOVE, hand)
    else:
        connection.execute(KEEP, (*hand, json.encode(tagging.tags).decode(), tagging.note))
    return tagging


def _decode_tagging(tags: str, note: str) -> Tagged:
    return Tagged(json.decode(tags, type=tuple[str, ...]), str(note))


def _tag_file_path(address: str) -> Path:
    """Beside a file or folder; of an address elsewhere in the user's data folder; of a database in memory no file."""
    if address == ":memory:":
        return Path()
    if "://" not in address:
        database = Path(address).resolve()
        return database.with_name(f"{database.name}{SUFFIX}")
    folder = late.platformdirs.user_data_path("histparse", appauthor=False)
    return folder / "tags" / f"{quote(address, safe='')}{SUFFIX}"


def parse_site_and_number(text: str) -> Hand:
    """The site and number of `site:number`. Raises HistparseError."""
    site, colon, number = text.partition(":")
    if not (site.isidentifier() and colon and number.isprintable() and number.strip() and len(text) <= MOST_LETTERS):
        raise HistparseError(
            f"a hand is named by its site and number, as pokerstars:123, not {quoted(text[:MOST_LETTERS])}"
        )
    return site, number


def require_hand_exists(database: Database, hand: Hand) -> None:
    """Raise HistparseError unless the database has that hand."""
    if not database.connection.execute("SELECT 1 FROM hands WHERE (site, hand_id) = (?, ?)", hand).fetchall():
        raise HistparseError(f"there is no hand {quoted(':'.join(hand))} in this database")


def tag_table(file: TagFile) -> pl.DataFrame:
    """A row for each hand that is tagged or noted: `site`, `hand_id`, `tags`, `note`."""
    rows = [(*hand, [*tagged.tags], tagged.note) for hand, tagged in file.read_all().items()]
    return pl.DataFrame(rows, _COLUMNS, orient="row")
