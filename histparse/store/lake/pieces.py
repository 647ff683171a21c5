"""Step 6e, lake: files as pieces that can be read each for itself, and tasks of several small ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from io import BufferedReader
from itertools import chain
from pathlib import Path

from msgspec import Struct

from histparse.parsing.cutting import read_text
from histparse.reader import BEGINNING, Bookmark, Content, Text, opened
from histparse.reader.content import contents
from histparse.reader.hand import HandText
from histparse.reader.source import HEAD, Source, is_archive
from histparse.reader.text import BLOCK, encoding
from histparse.store.lake.records import digest
from histparse.system.program import program

SIZE = 3_500_000
"""Bytes of a piece of a large file, and of a task: some 2,000 hands, not more than a batch has, for each is a part."""


class Piece(Struct, frozen=True):
    """Some of the hands of a file: those that begin between two bytes."""

    source: str
    """Where the file is: an absolute path, the same for every worker."""
    path: str
    """The path as rows have it."""
    digest: str
    """SHA-256 of the bytes."""
    start: int = 0
    end: int | None = None
    """None: an archive, or a file that is not UTF-8; it is read whole."""
    begins: Bookmark = BEGINNING
    """The line at `start`, and the hands before it."""


class Task(Struct, frozen=True):
    """The unit of work: pieces that are read, judged and written together, by whoever."""

    site: str | None
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """A name made from all that the result depends on: what is read, by which program."""
        return digest([program(), self.site, [(one.path, one.digest, one.begins) for one in self.pieces]])


class Inspected(Struct, frozen=True):
    """A file before it is read."""

    content: Content | None
    """None: not text."""
    is_plain: bool
    """Whether it can be cut: UTF-8, and no archive."""
    begins_as: frozenset[str] = frozenset()
    """Which of the digests asked about are those of its beginning."""


def inspected(file: Path, sizes: Mapping[int, str], end: int | None = None) -> Inspected:
    """Look at a regular file, or its part before that byte.

    `sizes`: bytes it may have had before, each with the digest. Raises FileError.
    """
    with opened(file, end) as stream:
        head = stream.peek(HEAD)[:HEAD]
        known, is_packed = encoding(head), is_archive(head)
        if known is None and not is_packed:
            return Inspected(None, is_plain=False)
        *earlier, content = contents(stream, sorted(sizes))
        found = frozenset(made.digest for made in earlier if sizes.get(made.size) == made.digest)
        return Inspected(content, known is not None and known.codec == "utf-8" and not is_packed, found)


def pieces(file: Path, name: str, site: str | None, seen: Inspected) -> Iterator[Piece]:
    """The pieces of that file, which is called `name` in rows. Raises FileError."""
    source = str(file.absolute())
    if seen.content is None or not seen.is_plain:
        with opened(file) as stream:
            yield Piece(source, name, seen.content.digest if seen.content else sha256(stream.read(HEAD)).hexdigest())
        return
    with opened(file, seen.content.size) as stream, opened(file, seen.content.size) as other:
        lines, begins = _Lines(other), BEGINNING
        for mark in chain(_bookmarks(Text(Source(name, stream)), site), [None]):
            start, made = lines.at, lines.to(mark.line if mark else None)
            yield Piece(source, name, made, start, lines.at, begins)
            begins = mark or begins


def tasks(site: str | None, pieces: Iterable[Piece]) -> Iterator[Task]:
    """The pieces in tasks of about SIZE bytes; large ones stay alone."""
    some: list[Piece] = []
    size = 0
    for piece in pieces:
        length = SIZE if piece.end is None or piece.start else piece.end
        if some and size + length > SIZE:
            yield Task(site, tuple(some))
            some, size = [], 0
        some.append(piece)
        size += length
    if some:
        yield Task(site, tuple(some))


def _bookmarks(text: Text, site: str | None) -> Iterator[Bookmark]:
    """Where the text can be read from without knowing what comes before, about every SIZE characters."""
    last, since = BEGINNING, 0
    for hand in read_text(text, site):
        since += len(hand.text) if isinstance(hand, HandText) else 0
        if since >= SIZE and text.bookmark.line > last.line:
            last, since = text.bookmark, 0
            yield last


class _Lines:
    """The bytes of a file from line to line."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._data = b""
        self._line = 1
        self.at = 0
        """How many bytes were passed."""

    def to(self, line: int | None) -> str:
        """Pass on to the beginning of that line, or to the end; returns the digest of the bytes in between."""
        passed = sha256()
        while self._data or self._read():
            ends = _line_ends(self._data)
            is_within = line is not None and line - self._line <= ends
            end = _after(self._data, line - self._line) if line is not None and is_within else len(self._data)
            some, self._data = self._data[:end], self._data[end:]
            passed.update(some)
            self.at += len(some)
            self._line += _line_ends(some)
            if is_within:
                break
        return passed.hexdigest()

    def _read(self) -> bool:
        self._data = self._file.read(BLOCK)
        if self._data.endswith(b"\r"):  # possibly half a line end
            self._data += self._file.read(1)
        return bool(self._data)


def _line_ends(data: bytes) -> int:
    ends = data.count(b"\n")
    return ends + (data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else 0)


def _after(data: bytes, ends: int) -> int:
    """Where the line after that many line ends begins."""
    at = 0
    for line in data.splitlines(keepends=True) if ends else ():
        # `splitlines` of bytes knows the same line ends as the reader.
        at += len(line)
        ends -= 1
        if not ends:
            break
    return at
