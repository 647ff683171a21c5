"""File names as text, whatever bytes they contain."""

from __future__ import annotations

import os
from os import PathLike


def shown_path(path: str | PathLike[str]) -> str:
    r"""The path as text that can be printed and stored; a byte that is not UTF-8 is escaped: `caf\xe9.txt`.

    Text returned from here passes through unchanged.
    """
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    return name
