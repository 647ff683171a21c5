"""Step 1, reader: a file's bytes to the texts of single hands, whatever the file is packed in and encoded by."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from histparse.findings import Finding, Severity, declare
from histparse.reader.cutting import SYN04, cut
from histparse.reader.hand import HandText
from histparse.reader.letters import SYN06
from histparse.reader.opened import STDIN, FileError
from histparse.reader.source import RATIO, sources
from histparse.reader.text import Text

__all__ = ["STDIN", "SYN04", "SYN06", "SYN09", "FileError", "HandText", "Text", "read_hands", "read_text", "texts"]

SYN09 = declare(
    "SYN09",
    Severity.ERROR,
    "the archive cannot be read to its end",
    f"""Files in `.gz` and `.zip` archives are read in place; their first bytes tell that they are archives. One that is
    damaged, locked by a password, or unpacks to more than {RATIO} times its size is read up to there. An archive
    inside an archive is not opened. Example: a download that broke off.""",
)


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
