"""The Python interface: arguments of functions - paths, text, a house - and answers as text - JSON, CSV."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

import msgspec

from histparse.model.errors import HistparseError, escape_unprintable
from histparse.model.house import House, house
from histparse.system import late

if TYPE_CHECKING:
    import polars as pl

Path = str | PathLike[str]
Paths = Path | Iterable[Path]
"""A file, a folder, or several of them. `~` is the home folder, as in a shell; `-` is standard input."""
Holding = str | Iterable[str]
"""Cards: `"7d 5c 4h"`, or a list of them. A text may be a range too."""
TEXT = "<text>"
"""The path given to hands that do not come from a file."""


def expand_home(path: Path) -> str:
    """The path with `~` replaced by the home folder."""
    return os.path.expanduser(path)  # noqa: PTH111 - pathlib raises an error if there is no home folder


def list_paths(paths: Paths) -> list[str]:
    """The paths as a list. Raises HistparseError for a text, which is not a path."""
    named = [expand_home(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    for path in named:
        if "\n" in path and not os.path.lexists(path):
            raise HistparseError("this is text, not a path: read it with `read_text`")
    return named


def cards_text(cards: Holding) -> str:
    """Cards or a range as text, whether they are written in one or are a list of cards."""
    return cards if isinstance(cards, str) else "".join(cards)


def encode_text(text: str | bytes) -> bytes:
    """The text as bytes of a file; escaped bytes that were not UTF-8 become what they were."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates other than Python's escapes
        return text.encode("utf-8", "surrogatepass")


def load_house(requested: House | Path | None) -> House | None:
    """The house requested: a House, the name of a profile or a TOML file. Raises HouseError."""
    return requested if isinstance(requested, House) or requested is None else house(expand_home(requested))


# --- answers as text -------------------------------------------------------------------------------------------------

FORMULA = r"^([=+\-@\t\r])"
"""First characters that make a spreadsheet take text for a formula; such text is prefixed with an apostrophe."""


def as_json(record: object) -> str:
    """The record as JSON on one line, with anything that could drive a terminal escaped.

    Bytes of a file name that are not UTF-8 are written as escapes.
    """
    try:
        encoded = msgspec.json.encode(record)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_escape_surrogates(msgspec.to_builtins(record)))
    # Most of the millions of records need no character-by-character check.
    return encoded.decode() if encoded.isascii() and b"\x7f" not in encoded else _escape_unprintable(encoded.decode())


def as_csv(frame: pl.DataFrame, *, heading: bool = True) -> str:
    """A header line with the names of the columns unless it is left out, then one line per row."""
    texts = late.polars.col(late.polars.String)
    return frame.with_columns(texts.str.replace(FORMULA, "'$1")).write_csv(include_header=heading)


def _escape_unprintable(text: str) -> str:
    """JSON itself escapes only ASCII control characters; a character beyond the BMP takes two escapes."""
    return (
        text
        if text.isprintable()
        else "".join(letter if escape_unprintable(letter) == letter else _utf16_escapes(letter) for letter in text)
    )


def _utf16_escapes(letter: str) -> str:
    halves = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{halves[place : place + 4]}" for place in range(0, len(halves), 4))


def _escape_surrogates(value: object) -> object:
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case dict():
            return {key: _escape_surrogates(part) for key, part in value.items()}
        case list() | tuple():
            return [_escape_surrogates(part) for part in value]
    return value
