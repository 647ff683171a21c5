"""Temporary files: locked while they are written, so that one left by a kill is known as such and removed."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # a system without such locks keeps what a kill leaves
    fcntl = None  # type: ignore[assignment] # as it says

LOCKS = fcntl is not None
_NAMES = ".histparse-*.part"


def new_part(folder: Path) -> tuple[Path, BinaryIO]:
    """A new hidden file in that folder, open for writing; those of killed programs are removed."""
    _sweep(folder)
    while True:
        part = folder / _NAMES.replace("*", token_hex(8))
        out = part.open("xb")
        if LOCKS:
            with suppress(OSError):  # nothing on this disk can be locked, nor swept
                _lock(out)
        if os.fstat(out.fileno()).st_nlink:
            return part, out
        out.close()  # another program swept just before it was locked


def _sweep(folder: Path) -> None:
    for part in folder.glob(_NAMES) if LOCKS else ():
        with suppress(OSError), part.open("r+b") as left:
            _lock(left)
            part.unlink()


def _lock(file: BinaryIO) -> None:
    """Lock it for as long as it is open. Raises OSError if somebody else has, or nobody can."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
