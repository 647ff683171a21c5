"""Step 1, reader: a file's bytes to the texts of single hands, whatever the file is packed in and encoded by."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from histparse.model.findings import Finding
from histparse.reader.cutting import cut
from histparse.reader.hand import HandText
from histparse.reader.opened import STDIN, FileError
from histparse.reader.source import sources
from histparse.reader.text import Text
from histparse.rules.text import SYN09

__all__ = ["STDIN", "FileError", "HandText", "Text", "read_hands", "read_text", "texts"]


def read_hands(path: str | PathLike[str], site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of a file in its order, and a finding for text that belongs to none. Raises FileError.

    An archive gives the hands of all files in it. With a `site` only what that site writes is looked for. No more
    than a block and a hand is held at a time.
    """
    for text in texts(path):
        yield from read_text(text, site)


def texts(path: str | PathLike[str]) -> Iterator[Text]:
    """The text of a file, or those packed in it; each is to be read before the next one. Raises FileError."""
    yield from map(Text, sources(path))


def read_text(text: Text, site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of one text, and what is wrong with it."""
    yield from cut(text, site)
    if text.trouble is not None:
        yield SYN09.at(text.path, 1, text.trouble)
