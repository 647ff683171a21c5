"""Step 1a, reader: a file as it was when opened, or a part of it, and the error for failing to read it."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from histparse.system.files import at_once

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

STDIN = Path("<stdin>")
"""Standard input as a path: compare by identity, because a file may have that name."""


class FileError(OSError):
    """A file cannot be opened or read to its end: `filename` as given, `strerror` why."""


class _Raw(Protocol):
    """The interface of an unbuffered file and of standard input."""

    def fileno(self) -> int: ...
    def readinto(self, buffer: memoryview, /) -> int | None: ...
    def seek(self, offset: int, whence: int = ..., /) -> int: ...
    def tell(self) -> int: ...
    def seekable(self) -> bool: ...
    def close(self) -> None: ...


class _AsOpened(io.RawIOBase):
    """A file up to the length it has now, even if it grows while it is read, or up to a byte before that."""

    def __init__(self, raw: _Raw, path: str | PathLike[str], *, ours: bool, end: int | None = None) -> None:
        self._raw = raw
        self._path = path
        self._close: Callable[[], None] = raw.close if ours else lambda: None
        length = _length(raw)
        self._end = length if None in {length, end} else min(length or 0, end or 0)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._raw.seekable()

    def tell(self) -> int:
        return self._raw.tell()

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        if whence == os.SEEK_END and self._end is not None:
            return self._raw.seek(self._end + offset)
        return self._raw.seek(offset, whence)

    def readinto(self, buffer: Buffer, /) -> int | None:
        try:
            wanted = memoryview(buffer)
            left = len(wanted) if self._end is None else max(self._end - self._raw.tell(), 0)
            return self._raw.readinto(wanted[:left])
        except OSError as error:
            raise _fault(error, self._path) from error

    def close(self) -> None:
        if not self.closed:
            self._close()
        super().close()


def opened(path: str | PathLike[str], end: int | None = None) -> io.BufferedReader:
    """The file from its beginning to that byte, or to its end. Raises FileError.

    Closing standard input leaves it open, because it is not ours.
    """
    if path is STDIN:
        return io.BufferedReader(_AsOpened(sys.stdin.buffer, path, ours=False))  # type: ignore[arg-type] # BinaryIO is too wide a type to say that it has readinto
    try:
        return io.BufferedReader(_AsOpened(io.FileIO(path, opener=at_once), path, ours=True, end=end))
    except OSError as error:
        raise _fault(error, path) from error


def _length(raw: _Raw) -> int | None:
    """The length of a file in bytes; None if it has none, such as a pipe."""
    try:
        status = os.fstat(raw.fileno())
    except io.UnsupportedOperation:  # not a system file
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _fault(error: OSError, path: str | PathLike[str]) -> FileError:
    return FileError(error.errno, error.strerror or str(error), os.fspath(path))
