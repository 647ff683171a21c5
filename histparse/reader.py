"""Files to hands: bytes are decoded, line ends made one, and the text cut where a dialect's hand begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from os import PathLike
from pathlib import Path

from msgspec import Struct

from histparse.dialects import dialects
from histparse.findings import Finding, Severity, declare

BLOCK = 1 << 20
"""Characters read at once."""
LONGEST = 1 << 18
"""Characters of a hand; what goes on after that is not part of it."""

SYN04 = declare(
    "SYN04",
    Severity.ERROR,
    "No dialect recognises this text",
    """Hands are found by the first line that their site writes, never by the name of the file. Text before the first
    such line, text that goes on after the end of a hand, or a file without any hand is reported once, where it begins.
    Example: a file of another site, or a hand whose first line was lost.""",
)
SYN06 = declare(
    "SYN06",
    Severity.WARNING,
    "Bytes that are not in the file's encoding",
    """Files are read as UTF-8, with or without a byte order mark. Bytes that cannot be UTF-8 are read as � so that the
    hand is not lost; a name with them may then stand for two players. Example: a name in Windows-1252 letters.""",
)

_WRONG_BYTES = re.compile("[\udc80-\udcff]")
_HEADING = "heading_of_"


class HandText(Struct, frozen=True):
    """The text of one hand, with plain line ends. `line` is the number of its first line in the file, from 1."""

    path: str
    line: int
    text: str
    site: str
    heading: str = ""
    """The last line before it that names what it and others are, at sites that write such lines."""


@cache
def _openings() -> re.Pattern[str]:
    """Where a hand or a heading begins; the group tells the site. A line end comes first, which is quick to find."""
    hands = [f"(?P<{kind.site}>{kind.opening})" for kind in dialects().values()]
    headings = [f"(?P<{_HEADING}{kind.site}>{kind.heading})" for kind in dialects().values()]
    return re.compile(f"\n(?:{'|'.join(hands + headings)})")


def read_hands(path: str | PathLike[str]) -> Iterator[HandText | Finding]:
    """The hands of a file in its order, and a finding for text that belongs to none. Raises OSError.

    No more than a block and a hand is held at a time.
    """
    name, told = str(path), False
    for site, line, text, heading in _under_headings(_stretches(_blocks(Path(path)))):
        if site is None:
            if text.strip() and not told:
                yield SYN04.at(name, line + _blank_lines(text), "no dialect recognises this text")
                told = True
            continue
        told = False
        wrong = None if text.isascii() else _WRONG_BYTES.search(text)
        if wrong is not None:
            yield SYN06.at(name, line + text.count("\n", 0, wrong.start()), "bytes here are not UTF-8", site=site)
        clean = text if wrong is None else _WRONG_BYTES.sub("\N{REPLACEMENT CHARACTER}", text)
        yield HandText(name, line, clean.rstrip(), site, heading)


def _under_headings(stretches: Iterable[tuple[str | None, int, str]]) -> Iterator[tuple[str | None, int, str, str]]:
    """Every stretch with the heading it stands under; what follows the line of a heading belongs to no hand."""
    headings: dict[str, str] = {}
    for kind, line, text in stretches:
        if kind is not None and kind.startswith(_HEADING):
            heading, _, rest = text.partition("\n")
            headings[kind.removeprefix(_HEADING)] = _WRONG_BYTES.sub("\N{REPLACEMENT CHARACTER}", heading).strip()
            yield None, line + 1, rest, ""
        else:
            yield kind, line, text, headings.get(kind or "", "")


def _blocks(file: Path) -> Iterator[str]:
    """The text in blocks of whole lines; a line longer than any hand is parted."""
    with file.open(encoding="utf-8-sig", errors="surrogateescape") as stream:
        while block := stream.read(BLOCK) + stream.readline(LONGEST):
            yield block


def _stretches(blocks: Iterator[str]) -> Iterator[tuple[str | None, int, str]]:
    """The text in stretches: the site of a hand (None for text outside of any), number of the first line, text."""
    site, line, held = None, 1, ""
    for block in blocks:
        at = 0
        for opening in _openings().finditer("\n" + block):
            held += block[at : opening.start()]
            yield site, line, held
            line += held.count("\n")
            site, at, held = opening.lastgroup, opening.start(), ""
        held += block[at:]
        if site is None or len(held) > LONGEST:
            yield site, line, held
            line += held.count("\n")
            site, held = None, ""
    yield site, line, held


def _blank_lines(text: str) -> int:
    """How many lines of nothing the text begins with."""
    return text.count("\n", 0, len(text) - len(text.lstrip()))
