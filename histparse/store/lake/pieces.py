"""Step 6d, lake: files as pieces that can be read each for itself, and tasks of several small ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from io import BufferedReader
from pathlib import Path

from msgspec import Struct

from histparse.reader import BEGINNING, Bookmark, Content, Text, opened, read_text
from histparse.reader.hand import HandText
from histparse.reader.source import HEAD, Source, is_archive
from histparse.reader.text import BLOCK, encoding
from histparse.store.lake.records import digest
from histparse.system.program import program

SIZE = 1 << 22
"""Bytes of a piece of a large file, and of a task: some 2,500 hands."""


class Piece(Struct, frozen=True):
    """Some of the hands of a file: those that begin between two bytes."""

    source: str
    """Where the file is."""
    path: str
    """Its path in rows."""
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
        """It tells all that its result depends on: what is read, by which program."""
        return digest([program(), self.site, [(one.path, one.digest, one.begins) for one in self.pieces]])


class Planned(Struct, frozen=True):
    """A file to be read."""

    content: Content | None
    """None: not text."""
    pieces: tuple[Piece, ...]
    begins_as: frozenset[str]
    """Which of the digests asked about are those of its beginning."""


def planned(file: Path, name: str, site: str | None, sizes: Mapping[int, str]) -> Planned:
    """The pieces of a regular file. `sizes`: bytes it may have had before, each with the digest. Raises FileError."""
    with opened(file) as stream:
        head = stream.peek(HEAD)[:HEAD]
        known = encoding(head)
        if known is None and not is_archive(head):
            whole = sha256(head).hexdigest()
            return Planned(None, (Piece(str(file), name, whole),), frozenset())
        is_plain = known is not None and known.codec == "utf-8" and not is_archive(head)
        marks = _bookmarks(Text(Source(name, stream)), site) if is_plain else []
        stream.seek(0)
        cuts = _Cuts(stream, marks, sizes)
    if not is_plain:
        return Planned(cuts.content, (Piece(str(file), name, cuts.content.digest),), frozenset())
    begins = [BEGINNING, *marks]
    places = zip(cuts.starts, [*cuts.starts[1:], cuts.content.size], cuts.digests, begins, strict=True)
    pieces = tuple(Piece(str(file), name, made, start, end, mark) for start, end, made, mark in places)
    return Planned(cuts.content, pieces, frozenset(cuts.known))


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


def _bookmarks(text: Text, site: str | None) -> list[Bookmark]:
    """Where the text can be read from without knowing what comes before, about every SIZE characters."""
    found: list[Bookmark] = []
    since = 0
    for hand in read_text(text, site):
        since += len(hand.text) if isinstance(hand, HandText) else 0
        mark = text.bookmark
        if since >= SIZE and mark.line > (found[-1].line if found else 1):
            found.append(mark)
            since = 0
    return found


class _Cuts:
    """One pass over a file: the digest of the whole, of each piece, and of beginnings asked about."""

    def __init__(self, file: BufferedReader, marks: list[Bookmark], sizes: Mapping[int, str]) -> None:
        self._whole, self._piece = sha256(), sha256()
        self._size = 0
        self.starts, self.digests, self.known = [0], [], set[str]()
        self._asked = deque(sorted(sizes.items()))
        self._run(file, deque(mark.line for mark in marks))
        self.digests.append(self._piece.hexdigest())
        self.content = Content(self._size, self._whole.hexdigest())

    def _run(self, file: BufferedReader, lines: deque[int]) -> None:
        """Read line by line only where a piece ends."""
        line = 1
        while data := file.read(BLOCK):
            if data.endswith(b"\r"):  # possibly half a line end
                data += file.read(1)
            ends = _line_ends(data)
            while lines and lines[0] - line <= ends:
                at = _after(data, lines.popleft() - line)
                self._take(data[:at])
                self.starts.append(self._size)
                self.digests.append(self._piece.hexdigest())
                self._piece = sha256()
                data, line, ends = data[at:], line + _line_ends(data[:at]), ends - _line_ends(data[:at])
            self._take(data)
            line += ends

    def _take(self, data: bytes) -> None:
        while self._asked and self._asked[0][0] <= self._size + len(data):
            size, expected = self._asked.popleft()
            before = self._whole.copy()
            before.update(data[: size - self._size])
            if before.hexdigest() == expected:
                self.known.add(expected)
        self._whole.update(data)
        self._piece.update(data)
        self._size += len(data)


def _line_ends(data: bytes) -> int:
    ends = data.count(b"\n")
    return ends + (data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else 0)


def _after(data: bytes, ends: int) -> int:
    """Where the line after so many line ends begins."""
    at = 0
    for line in data.splitlines(keepends=True) if ends else ():
        # `splitlines` of bytes knows the same line ends as the reader.
        at += len(line)
        ends -= 1
        if not ends:
            break
    return at
