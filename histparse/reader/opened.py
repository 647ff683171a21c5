"""Step 1a, reader: a file as it was when opened, or a part of it, decompressed, and the error of reading it."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import re
import stat
import sys
from collections.abc import Callable
from lzma import LZMADecompressor
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from histparse.system.files import open_unless_pipe

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

STDIN = Path("<stdin>")
"""Standard input as a path: compare by identity, because a file may have that name."""


class FileError(OSError):
    """A file cannot be opened or read to its end: `filename` as given, `strerror` why."""


_Raw = io.RawIOBase | io.BufferedIOBase
"""An unbuffered file, or standard input."""


class _FileUpToEnd(io.RawIOBase):
    """A file up to the length it has now, even if it grows while it is read, or up to a byte before that."""

    def __init__(self, raw: _Raw, path: str | PathLike[str], *, ours: bool, end_byte: int | None = None) -> None:
        self._raw = raw
        self._path = path
        self._close: Callable[[], None] = raw.close if ours else lambda: None
        length = _file_length(raw)
        self._end = length if None in {length, end_byte} else min(length or 0, end_byte or 0)

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
            raise _file_error(error, self._path) from error

    def close(self) -> None:
        if not self.closed:
            self._close()
        super().close()


def open_file(path: str | PathLike[str], end_byte: int | None = None) -> io.BufferedReader:
    """The file from its beginning to that byte, or to its end. Raises FileError.

    Closing standard input leaves it open, because it is not ours.
    """
    if path is STDIN:
        return io.BufferedReader(_FileUpToEnd(sys.stdin.buffer, path, ours=False))  # type: ignore[arg-type] # BinaryIO is too wide a type to say that it has readinto
    try:
        return io.BufferedReader(
            _FileUpToEnd(io.FileIO(path, opener=open_unless_pipe), path, ours=True, end_byte=end_byte)
        )
    except OSError as error:
        raise _file_error(error, path) from error


def _file_length(raw: _Raw) -> int | None:
    """The length of a file in bytes; None if it has none, such as a pipe."""
    try:
        status = os.fstat(raw.fileno())
    except io.UnsupportedOperation:  # not a system file
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _file_error(error: OSError, path: str | PathLike[str]) -> FileError:
    return FileError(error.errno, error.strerror or str(error), os.fspath(path))


# --- compression ----------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from histparse.reader.source import Bytes

BLOCK = 1 << 16
XZ_MEMORY = 1 << 27
"""Bytes that unpacking a `.xz` may take, 128 MB: twice what `xz -9` needs."""


class Decompressed(Protocol):
    """A stream of what was compressed."""

    def read1(self, size: int, /) -> bytes:
        """Some of the next bytes, at most that many; none at the end."""


class _Xz:
    """The content of a `.xz`, of one stream or of several one after the other."""

    def __init__(self, packed: Bytes) -> None:
        self._packed = packed
        self._stream = LZMADecompressor(memlimit=XZ_MEMORY)

    def read1(self, size: int, /) -> bytes:
        """Some of the next bytes. Raises EOFError where the end is missing, and LZMAError."""
        while True:
            if self._stream.eof:
                rest = self._stream.unused_data or self._packed.read(BLOCK)
                if not rest.strip(b"\0"):
                    return b""
                self._stream = LZMADecompressor(memlimit=XZ_MEMORY)
            else:
                rest = self._packed.read(BLOCK) if self._stream.needs_input else b""
                if not rest and self._stream.needs_input:
                    raise EOFError("its end is missing")
            if data := self._stream.decompress(rest, size):
                return data


# GzipFile and BZ2File need nothing but `read` of their file.
_KINDS: dict[re.Pattern[bytes], Callable[[Any], Decompressed]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda packed: gzip.GzipFile(fileobj=packed),
    re.compile(rb"BZh[1-9]1AY&SY"): bz2.BZ2File,
    re.compile(rb"\xfd7zXZ\x00"): _Xz,
}


def find_decompressor(head: bytes) -> Callable[[Any], Decompressed] | None:
    """Choose how to decompress a file with that beginning; None if it is not compressed."""
    return next((kind for beginning, kind in _KINDS.items() if beginning.match(head)), None)
