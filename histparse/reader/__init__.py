"""Step 1, reader: turns the bytes of a file into text, however it is packed and encoded."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from os import PathLike

from histparse.reader.content import Content, Inspection, inspect_file
from histparse.reader.hand import HandText
from histparse.reader.opened import STDIN, FileError, opened
from histparse.reader.source import Source, sources, unpacked
from histparse.reader.text import BEGINNING, Bookmark, Text

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
    "texts",
    "texts_of",
]


def texts(path: str | PathLike[str]) -> Iterator[Text]:
    """The text of a file, or of the files packed in it; each must be read before the next one. Raises FileError."""
    yield from map(Text, sources(path))


def texts_of(file: BufferedReader, name: str, inspected: Inspection | None, bookmark: Bookmark) -> Iterator[Text]:
    """The texts of an open file of that name; if it has grown, only what follows the bookmark."""
    if inspected is None or inspected.resume_at is None:
        yield from map(Text, unpacked(name, file))
    else:
        file.seek(inspected.resume_at)
        yield Text(Source(name, file), bookmark)
