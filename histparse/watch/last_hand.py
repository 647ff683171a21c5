"""Beside step 6, watch: where the last hand of a file begins, and whether it is whole."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import NamedTuple

from histparse.flow import judged_texts
from histparse.judging.hand_result import HandResult
from histparse.parsing.cutting import Opening, Openings, Role, inside, openings, owner
from histparse.reader import HandText, opened
from histparse.reader.source import HEAD, is_plain
from histparse.reader.text import LONGEST, encoding, plain_blanks
from histparse.watch.folder import Extent

TAIL = 4 * LONGEST
"""Bytes at the end of a file in which its last hand begins: no character takes more than four."""
_LINE_END = re.compile(r"\r\n?|\n")


class _Last(NamedTuple):
    """The last thing that begins in a file."""

    opening: Opening
    byte: int
    text: str


def end_of(path: Path, extent: Extent, site: str | None) -> int | None:
    """The byte before which that much of the file is; None: it is all of it. Raises FileError.

    Archives, and files in which no hand begins, have no such byte.
    """
    if extent is Extent.ALL:
        return None
    last = _last(path, site)
    if last is None or (extent is Extent.WHOLE_HANDS and _is_whole(last, path)):
        return None
    return last.byte


def _is_whole(last: _Last, path: Path) -> bool:
    """Whether a hand ends, with a whole line, or is no hand at all."""
    if last.opening.role is not Role.HAND:
        return True
    if not last.text.endswith("\n"):
        return False
    text = HandText(str(path), 1, last.text, last.opening.site)
    (result,) = judged_texts([HandResult((), text)])
    if result.table is None:
        return result.skipped is not None
    return result.table.complete or result.table.hand.cancelled


def _last(path: Path, site: str | None) -> _Last | None:
    with opened(path) as file:
        head = file.read(HEAD)
        known = encoding(head) if is_plain(head) else None
        if known is None:
            return None
        size = file.seek(0, io.SEEK_END)
        begin = max(size - TAIL, 0) // 4 * 4  # within no character of UTF-16
        file.seek(begin)
        data = file.read(size - begin)
    errors = "surrogateescape" if known.codec == "utf-8" else "surrogatepass"
    raw = (data if known.codec == "utf-8" else data[: len(data) // 2 * 2]).decode(known.codec, errors)
    text = plain_blanks(io.IncrementalNewlineDecoder(None, translate=True).decode(raw))
    found = _last_opening(text, _openings(head.decode(known.codec, "replace"), site))
    if found is None:
        return None
    opening, at = found
    byte = begin + len(raw[: _place(raw, text.count("\n", 0, at))].encode(known.codec, errors))
    return _Last(opening, byte, text[at:])


def _openings(beginning: str, site: str | None) -> Openings:
    whole = owner(beginning, site)
    return inside(whole) if whole else openings(site)


def _last_opening(text: str, known: Openings) -> tuple[Opening, int] | None:
    """What begins last, and at which character."""
    last = None
    for last in known.finditer("\n" + text):  # noqa: B007 - only the last one counts
        pass
    return (known.which(last), last.start()) if last else None


def _place(raw: str, lines: int) -> int:
    """The character at which the line after that many line ends begins."""
    place = 0
    for _, end in zip(range(lines), _LINE_END.finditer(raw), strict=False):
        place = end.end()
    return place
