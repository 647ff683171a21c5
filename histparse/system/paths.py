"""The name of a file as text, whatever bytes it is made of."""

from __future__ import annotations

import os
from os import PathLike


def shown_path(path: str | PathLike[str]) -> str:
    r"""The path as text that can be printed and stored; a byte that is no UTF-8 is written out: `caf\xe9.txt`.

    Text that came from here comes back unchanged.
    """
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    return name
