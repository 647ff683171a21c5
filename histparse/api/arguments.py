"""The Python interface: what its functions take - paths, text or bytes, a house."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike

from histparse.model.house import House, house

Path = str | PathLike[str]
Paths = Path | Iterable[Path]
"""A file, a folder, or several of them. `~` is the home folder, as in a shell; `-` is standard input."""
TEXT = "<text>"
"""What stands for the path where hands come from no file."""


def expanded(path: Path) -> str:
    """The path with the home folder in the place of `~`."""
    return os.path.expanduser(path)  # noqa: PTH111 - of a home that is not there pathlib makes an error


def several(paths: Paths) -> list[str]:
    """All of the paths."""
    return [expanded(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]


def in_bytes(text: str | bytes) -> bytes:
    """The text as it would stand in a file; bytes that were no UTF-8 become what they were."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other surrogates than Python's escapes
        return text.encode("utf-8", "surrogatepass")


def rule_set(asked: House | Path | None) -> House | None:
    """The house asked for, by itself, by the name of a profile or by a TOML file. Raises HouseError."""
    return asked if isinstance(asked, House) or asked is None else house(expanded(asked))
