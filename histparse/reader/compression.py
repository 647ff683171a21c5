"""Step 1a, reader: the ways in which a single file is compressed, told by its first bytes."""

from __future__ import annotations

import bz2
import gzip
import re
from collections.abc import Callable
from lzma import LZMADecompressor
from typing import TYPE_CHECKING, Any, Protocol

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
    """What a `.xz` holds, of one stream or of several one after the other."""

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


def decompressing(head: bytes) -> Callable[[Any], Decompressed] | None:
    """What decompresses a file with that beginning; None if it is not compressed."""
    return next((kind for beginning, kind in _KINDS.items() if beginning.match(head)), None)
