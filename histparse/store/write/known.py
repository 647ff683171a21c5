"""Step 6c, write: what the database knows of the hands in a batch - copies, clashes, texts that broke off before."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.judging.duplicates import digest
from histparse.reader import HandText
from histparse.store.rows.batch import Frames

Number = tuple[str, str]
"""Site and hand id."""
_NUMBER = ("site", "hand_id")
# Frames are read under names DuckDB makes up: no table of the file has them.
_ASKED = """
    SELECT site, hand_id, digest, path, line, last_line, hand_key FROM hands
    SEMI JOIN ({asked}) AS asked USING (site, hand_id)
"""


class Stored(NamedTuple):
    """What is known of a hand with a certain number."""

    digest: int
    path: str
    line: int
    last_line: int
    key: int | None = None
    """None: it comes with this batch."""


class Known(Struct):
    """What is known of the hands in a batch."""

    copies: dict[int, Stored] = field(default_factory=dict)
    """By `hand_key` in the batch, hands whose text is stored already."""
    clashes: dict[int, Stored] = field(default_factory=dict)
    """The same of hands under whose number another text is stored."""
    outgrown: list[int] = field(default_factory=list)
    """Keys in the database of hands whose text goes on in this batch: they were read while they were written."""
    needless: list[int] = field(default_factory=list)
    """Rows of `set_aside` in the batch under whose number a hand is stored: what they lack is known from there."""


def compare(connection: DuckDBPyConnection, frames: Frames) -> Known:
    """Hold a batch against the database, and against itself."""
    hands = frames.tables["hands"].select("hand_key", *_NUMBER, "digest", "path", "line", "last_line")
    aside = frames.tables["set_aside"].select(*_NUMBER, "path", "line", "text")
    stored = _stored(connection, pl.concat([hands.select(_NUMBER), aside.select(_NUMBER)]))
    known = Known()
    if not stored and aside.is_empty() and hands.select(_NUMBER).is_unique().all():
        return known
    for site, hand_id, path, line, text in aside.rows():
        _outgrow(known, stored, (site, hand_id), HandText(path, line, text, site))
    for key, site, hand_id, *rest in hands.rows():
        number, this = (site, hand_id), Stored(*rest)
        if stored.get(number, this).digest != this.digest:
            _outgrow(known, stored, number, frames.texts[key])
        other = stored.setdefault(number, this)
        if other is not this:
            (known.copies if other.digest == this.digest else known.clashes)[key] = other
    known.needless = [row for row, number in enumerate(aside.select(_NUMBER).rows()) if number in stored]
    return known


def _stored(connection: DuckDBPyConnection, numbers: pl.DataFrame) -> dict[Number, Stored]:
    """The hands with these numbers that the database has."""
    asked = connection.from_arrow(numbers.unique())
    rows = connection.execute(_ASKED.format(asked=asked.sql_query())).fetchall()
    return {(site, hand_id): Stored(*rest) for site, hand_id, *rest in rows}


def _outgrow(known: Known, stored: dict[Number, Stored], number: Number, text: HandText) -> None:
    """Give up the stored hand of that number if this text is what became of its text."""
    before = stored.get(number)
    if before and before.key is not None and before.path == text.path and _goes_on(text, before):
        known.outgrown.append(before.key)
        del stored[number]


def _goes_on(text: HandText, before: Stored) -> bool:
    """Whether a text from the same file begins with that of the hand, which may have broken off within a line."""
    if before.line < text.line:
        return False
    *lines, last = text.text.split("\n")[: before.last_line - text.line + 1]
    return any(digest("\n".join([*lines, last[:end]])) == before.digest for end in range(len(last), 0, -1))
