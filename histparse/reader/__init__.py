"""Step 1, reader: turns the bytes of a file into the texts of single hands, however it is packed and encoded."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader, BytesIO
from os import PathLike

from histparse.model.findings import Finding
from histparse.reader.content import Content, Inspection, inspect_file
from histparse.reader.cutting import cut
from histparse.reader.hand import HandText
from histparse.reader.opened import STDIN, FileError, opened
from histparse.reader.source import Source, sources, unpacked
from histparse.reader.text import BEGINNING, Bookmark, Text
from histparse.rules.text import SYN09
from histparse.system.paths import shown_path

__all__ = [
    "BEGINNING",
    "STDIN",
    "Bookmark",
    "Content",
    "FileError",
    "HandText",
    "Inspection",
    "Text",
    "inspect_file",
    "opened",
    "read_bytes",
    "read_hands",
    "read_text",
    "texts",
    "texts_of",
]


def read_hands(path: str | PathLike[str], site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of a file in order, and a finding for text that belongs to none. Raises FileError.

    An archive gives the hands of all files in it. With a `site` only that site's hands are recognised. No more than a
    block and a hand is held in memory.
    """
    for text in texts(path):
        yield from read_text(text, site)


def read_bytes(data: bytes, name: str, site: str | None = None) -> Iterator[HandText | Finding]:
    """The same for bytes that are not in a file; `name` stands for the path."""
    for text in map(Text, unpacked(shown_path(name), BytesIO(data))):
        yield from read_text(text, site)


def texts(path: str | PathLike[str]) -> Iterator[Text]:
    """The text of a file, or of the files packed in it; each must be read before the next one. Raises FileError."""
    yield from map(Text, sources(path))


def texts_of(file: BufferedReader, name: str, inspected: Inspection | None, bookmark: Bookmark) -> Iterator[Text]:
    """The same for an open file of that name; if it has grown, only what follows the bookmark."""
    if inspected is None or inspected.resume_at is None:
        yield from map(Text, unpacked(name, file))
    else:
        file.seek(inspected.resume_at)
        yield Text(Source(name, file), bookmark)


def read_text(text: Text, site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of one text, with findings about it."""
    yield from cut(text, site)
    if text.problem is not None:
        yield SYN09.at(text.path, 1, *text.problem)
