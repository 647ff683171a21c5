"""The Python interface: a record as JSON, for programs that read lines, and rows as text for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from histparse.model.errors import plain
from histparse.system import late

if TYPE_CHECKING:
    import polars as pl

FORMULA = r"^([=+\-@\t\r])"
"""First characters that make a spreadsheet take text for a formula; such text is prefixed with an apostrophe."""


def as_json(record: object) -> str:
    """The record as JSON on one line, with anything that could drive a terminal escaped.

    Bytes of a file name that are not UTF-8 are written as escapes.
    """
    try:
        encoded = msgspec.json.encode(record)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(record)))
    # Most of the millions of records need no character-by-character check.
    return encoded.decode() if encoded.isascii() and b"\x7f" not in encoded else _escaped(encoded.decode())


def as_csv(frame: pl.DataFrame, *, heading: bool = True) -> str:
    """A header line with the names of the columns unless it is left out, then one line per row."""
    texts = late.polars.col(late.polars.String)
    return frame.with_columns(texts.str.replace(FORMULA, "'$1")).write_csv(include_header=heading)


def _escaped(text: str) -> str:
    """JSON itself escapes only ASCII control characters; a character beyond the BMP takes two escapes."""
    return (
        text
        if text.isprintable()
        else "".join(letter if plain(letter) == letter else _units(letter) for letter in text)
    )


def _units(letter: str) -> str:
    halves = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{halves[place : place + 4]}" for place in range(0, len(halves), 4))


def _encodable(value: object) -> object:
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case dict():
            return {key: _encodable(part) for key, part in value.items()}
        case list() | tuple():
            return [_encodable(part) for part in value]
    return value
