"""Step 1, reader: the content of a file, told by its digest, and where one that has grown goes on."""

from __future__ import annotations

import re
from hashlib import sha256
from io import BufferedReader
from itertools import islice
from typing import NamedTuple

from histparse.reader.opened import FileError
from histparse.reader.source import HEAD, is_archive, is_neither_archive_nor_mail
from histparse.reader.text import BLOCK, Bookmark, detect_encoding

_LINE_ENDS = re.compile(rb"\r\n?|\n")
"""The ends of lines that `Text` turns into plain ones."""


class Content(NamedTuple):
    """The content of a file."""

    size: int
    """The size of the file in bytes."""
    digest: str
    """256 bits in hexadecimal digits."""


class Inspection(NamedTuple):
    """The content of a file, and whether it has grown."""

    content: Content
    resume_at: int | None
    """The byte at which the bookmark's line begins, if the file has grown; else None."""


def digest_and_find_growth(
    file: BufferedReader, previous: Content | None = None, bookmark: Bookmark | None = None
) -> Inspection | None:
    """The content of a file, which is at its beginning before and after the call.

    `previous`: its content when it was last read, with that bookmark. None if it is not text, and so is not read to its
    end, or if it cannot be.
    """
    try:
        head = file.read(HEAD)
        file.seek(0)
        encoding = detect_encoding(head)
        if encoding is None and not is_archive(head):
            return None
        run = _RunningDigest(file, bookmark)
        has_grown = previous is not None and run.read_content_up_to(previous.size) == previous
        # Every line end is one byte or two.
        is_utf8 = encoding is not None and encoding.codec == "utf-8" and is_neither_archive_nor_mail(head)
        resume_at = run.bookmark_at if has_grown and is_utf8 else None
        content = run.read_content_up_to(None)
        return Inspection(content, resume_at if content != previous else None)
    except FileError:
        return None
    finally:
        file.seek(0)


class _RunningDigest:
    """The digest of a growing part of a file, from its beginning."""

    def __init__(self, file: BufferedReader, bookmark: Bookmark | None) -> None:
        self._file = file
        self._digest = sha256()
        self._size = 0
        self._ends = bookmark.line - 1 if bookmark else 0
        """Line ends left before the bookmark."""
        self.bookmark_at: int | None = None
        """The byte at which its line begins, once found."""

    def read_content_up_to(self, end_byte: int | None) -> Content:
        """The content up to that byte, or of the whole file."""
        while data := self._file.read(BLOCK if end_byte is None else min(BLOCK, end_byte - self._size)):
            if data.endswith(b"\r"):  # possibly half a line end
                data += self._file.read(1 if end_byte is None or self._size + len(data) < end_byte else 0)
            self._find_bookmark(data)
            self._digest.update(data)
            self._size += len(data)
        return Content(self._size, self._digest.hexdigest())

    def _find_bookmark(self, data: bytes) -> None:
        if not self._ends:
            return
        ends = data.count(b"\n") + (data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else 0)
        if ends >= self._ends:
            last = next(islice(_LINE_ENDS.finditer(data), self._ends - 1, None))
            self.bookmark_at = self._size + last.end()
        self._ends = max(self._ends - ends, 0)
