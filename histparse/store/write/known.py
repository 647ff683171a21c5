"""Step 6c, write: what the database has of the hands in a batch - copies, clashes, texts that were incomplete."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.judging.duplicates import digest
from histparse.reader import HandText
from histparse.rules.text import SYN07
from histparse.store.rows.batch import Frames
from histparse.store.rows.keys import hand_key
from histparse.store.rows.same_number import Version
from histparse.store.write.given import given
from histparse.system.program import program

# Frames are read under names DuckDB generates, so no table in the file can shadow them.
_ASKED = """
    SELECT hand_key, digest, path, first_line, last_line, program
    FROM hands SEMI JOIN ({asked}) AS asked USING (hand_key)
"""


class Stored(NamedTuple):
    """A hand in the database."""

    version: Version
    last_line: int
    program: str


class Aside(NamedTuple):
    """A hand that is set aside in the batch."""

    row: int
    """Of `set_aside`."""
    key: int
    text: HandText


class Known(Struct):
    """What is known of the hands in a batch, and what happens to them and to stored ones; all by `hand_key`."""

    copies: list[int] = field(default_factory=list)
    """Hands of the batch whose text is stored already."""
    clashes: dict[int, Version] = field(default_factory=dict)
    """Hands of the batch under whose number another text is stored and stays."""
    displaced: dict[int, Version] = field(default_factory=dict)
    """Stored hands that give way to another text, in the batch."""
    moved: list[int] = field(default_factory=list)
    """Stored hands that give way to the same text: it counts as read from the first of its places, and it is judged
    anew by another program, or when that is asked for."""
    outgrown: list[int] = field(default_factory=list)
    """Stored hands whose text continues in this batch: they were read while still being written."""
    needless: list[int] = field(default_factory=list)
    """Rows of `set_aside` in the batch that are needless: a complete hand is stored under their number."""


def compare(connection: DuckDBPyConnection, frames: Frames, *, again: bool) -> Known:
    """Compare a batch with the database; `again`: stored hands are judged again."""
    hands, aside = frames.tables["hands"], _aside(frames)
    stored = _stored(connection, [*hands["hand_key"], *(each.key for each in aside)])
    known = Known()
    for each in aside:
        _outgrow(known, stored, each.key, each.text)
    if stored:
        _compare(known, stored, frames, again=again)
    there = stored.keys() | set(hands["hand_key"])
    known.needless = [each.row for each in aside if each.key in there]
    return known


def _compare(known: Known, stored: dict[int, Stored], frames: Frames, *, again: bool) -> None:
    """Note what becomes of the hands of the batch whose numbers are stored."""
    texts = dict(frames.tables["texts"].rows())
    for key, *rest in frames.tables["hands"].select("hand_key", *Version._fields).rows():
        this = Version(*rest)
        if key in stored and stored[key].version.digest != this.digest:
            _outgrow(known, stored, key, HandText(this.path, this.first_line, texts[key], ""))
        if key in stored:
            _place(known, key, this, stored[key], again=again)


def _place(known: Known, key: int, this: Version, stored: Stored, *, again: bool) -> None:
    """Note which of two texts with one number stays, and what becomes of the other."""
    other = stored.version
    if this.digest == other.digest:
        is_judged_anew = this == other and (again or stored.program != program())
        (known.moved if this < other or is_judged_anew else known.copies).append(key)
    elif this < other:
        known.displaced[key] = this
    else:
        known.clashes[key] = other


def _aside(frames: Frames) -> list[Aside]:
    """The hands set aside in a batch whose number is known, except clashes."""
    columns = (frames.tables["set_aside"][name] for name in ("site", "hand_id", "path", "line", "code", "text"))
    return [
        Aside(row, hand_key(site, hand_id), HandText(path, line, text, site))
        for row, (site, hand_id, path, line, code, text) in enumerate(zip(*columns, strict=True))
        if code != SYN07.code and hand_id is not None
    ]


def _stored(connection: DuckDBPyConnection, keys: Collection[int]) -> dict[int, Stored]:
    """The stored hands with these keys."""
    asked = given(connection, pl.DataFrame({"hand_key": pl.Series([*set(keys)], dtype=pl.Int64)}))
    rows = connection.execute(_ASKED.format(asked=asked.sql_query())).fetchall()
    return {key: Stored(Version(*version), *rest) for key, version, rest in ((r[0], r[1:4], r[4:]) for r in rows)}


def _outgrow(known: Known, stored: dict[int, Stored], key: int, text: HandText) -> None:
    """Give up the stored hand with that number if this text continues its text."""
    before = stored.get(key)
    if before and before.version.path == text.path and _goes_on(text, before):
        known.outgrown.append(key)
        del stored[key]


def _goes_on(text: HandText, before: Stored) -> bool:
    """Whether a text from the same file begins with that of the hand, which may have ended within a line."""
    first, old = before.version.first_line, before.version.digest
    if first < text.line:
        return False
    *lines, last = text.text.split("\n")[: before.last_line - text.line + 1]
    return any(digest("\n".join([*lines, last[:end]])) == old for end in range(len(last), 0, -1))
