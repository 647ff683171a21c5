"""The Python interface: the arguments of its functions - paths, text or bytes, a house."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike

from histparse.model.errors import HistparseError
from histparse.model.house import House, house

Path = str | PathLike[str]
Paths = Path | Iterable[Path]
"""A file, a folder, or several of them. `~` is the home folder, as in a shell; `-` is standard input."""
Holding = str | Iterable[str]
"""Cards: `"7d 5c 4h"`, or a list of them. A text may be a range too."""
TEXT = "<text>"
"""The path given to hands that do not come from a file."""


def expanded(path: Path) -> str:
    """The path with `~` replaced by the home folder."""
    return os.path.expanduser(path)  # noqa: PTH111 - pathlib raises an error if there is no home folder


def several(paths: Paths) -> list[str]:
    """The paths as a list. Raises HistparseError for a text, which is not a path."""
    named = [expanded(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    for path in named:
        if "\n" in path and not os.path.lexists(path):
            raise HistparseError("this is text, not a path: read it with `read_text`")
    return named


def cards_text(cards: Holding) -> str:
    """Cards or a range as text, whether they are written in one or are a list of cards."""
    return cards if isinstance(cards, str) else "".join(cards)


def in_bytes(text: str | bytes) -> bytes:
    """The text as bytes of a file; escaped bytes that were not UTF-8 become what they were."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates other than Python's escapes
        return text.encode("utf-8", "surrogatepass")


def rule_set(requested: House | Path | None) -> House | None:
    """The house requested: a House, the name of a profile or a TOML file. Raises HouseError."""
    return requested if isinstance(requested, House) or requested is None else house(expanded(requested))
