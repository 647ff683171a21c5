"""The reader's output: the text of one hand; bytes that its encoding does not have become the likeliest letters."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.findings import Finding, Severity
from histparse.model.text_codes import SYN06
from histparse.reader.text import CONTROLS, plain_blanks


class HandText(Struct, frozen=True):
    """The text of one hand, with plain line ends. `line` is the number of its first line in the file, from 1."""

    path: str
    line: int
    text: str
    site: str
    heading: str = ""
    """The last heading before it, which describes several hands, at sites that write one."""
    other_text: str = ""
    """The kind of text if it is not a hand: `tournament summary`."""


_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_LOST = re.compile("[\ud800-\udfff]")
_STRAY = re.compile(rf"(?m)^ ?[{CONTROLS}]++")
has_stray = re.compile(rf"\n ?[{CONTROLS}]").search
"""Whether a text has control characters before lines; quicker than a search at the beginning of each."""


def letters(text: str) -> str:
    """The text with all bytes decoded, and without control characters before its lines."""
    text = _STRAY.sub("", text)
    return text if text.isascii() else _LOST.sub("\N{REPLACEMENT CHARACTER}", _as_windows(text))


def repaired(hand: HandText) -> tuple[HandText, Finding | None]:
    """The hand with all bytes decoded and its lines without control characters before them; a finding if needed."""
    stray = None
    if has_stray("\n" + hand.text):
        line = hand.line + hand.text.count("\n", 0, next(_STRAY.finditer(hand.text)).start())
        stray = SYN06.at(hand.path, line, "control characters before this line are left out", site=hand.site)
        hand = replace(hand, text=_STRAY.sub("", hand.text))
    if hand.text.isascii() or not _LOST.search(hand.text):
        return hand, stray
    lines = hand.text.split("\n")
    read = list(map(_as_windows, lines))
    lost = next((number for number, line in enumerate(read, hand.line) if _LOST.search(line)), None)
    if lost is not None:
        finding = SYN06.at(hand.path, lost, "bytes here mean nothing in any encoding", site=hand.site)
    else:
        changed = next(number for number, line in enumerate(lines, hand.line) if _LOST.search(line))
        note = SYN06.at(hand.path, changed, "bytes here are not UTF-8: read as Windows-1252", site=hand.site)
        finding = stray or replace(note, severity=Severity.NOTE)
    return replace(hand, text="\n".join(map(letters, lines))), finding


def _as_windows(line: str) -> str:
    """The line, by Windows-1252 if it is not UTF-8."""
    # Line by line, because several programs may have written one file.
    if line.isascii() or not _NOT_UTF8.search(line):
        return line
    return plain_blanks(line.encode("utf-8", "surrogateescape").decode("windows-1252", "surrogateescape"))
