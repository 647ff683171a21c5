"""Export: hands back to text, one module per site, found by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar, cast

import msgspec

from histparse.export.contract import Line, Record, Remark, UnwritableError, Writer
from histparse.model.events import Event, Note
from histparse.model.hand import Hand, Header, Seat, Table
from histparse.parsing.dialects import dialects

__all__ = [
    "COPY",
    "Headings",
    "Line",
    "Remark",
    "UnwritableError",
    "Writer",
    "heading",
    "numbered",
    "pages",
    "sites",
    "write",
    "write_all",
    "writer",
]

R = TypeVar("R", Header, Table, Seat, Event, Note)
COPY = "they are copies of hands that are in the file"
"""Why a hand is left out."""


def sites() -> list[str]:
    """The sites whose text can be written."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def writer(site: str) -> Writer:
    """The writer of that site. Raises ValueError."""
    if site not in sites():
        raise ValueError(f"no writer for `{site}`: name one of {', '.join(sites())}")
    return cast(Writer, import_module(f"{__name__}.{site}"))


def write(hand: Hand, newline: str = "\n") -> str:
    """The hand as its site's text, followed by three blank lines."""
    return newline.join([text for _, text in writer(hand.header.site).lines(hand)]) + 4 * newline


def heading(hand: Hand) -> str:
    """The heading above this hand and others like it; empty at sites that write none."""
    line: str = getattr(writer(hand.header.site), "heading", lambda _: "")(hand)
    return line


class Headings:
    """Which heading stands above the next hand: none where the last one still holds."""

    def __init__(self) -> None:
        self._above = ""
        self._hands: set[int] = set()

    def next(self, site: str, heading: str) -> str | None:
        """The line to write above the hand; empty if there is none.

        None: the heading names a single hand, as PHH's do by its content, and the file has that hand.
        """
        if re.match(dialects()[site].opening, heading):
            return None if self._is_there(heading) else heading
        changed = heading if heading != self._above else ""
        self._above = heading
        return changed

    def _is_there(self, heading: str) -> bool:
        before = len(self._hands)
        self._hands.add(hash(heading))
        return len(self._hands) == before


def pages(hands: Iterable[Hand], newline: str = "\n") -> Iterator[str]:
    """The texts of a file's hands one by one, each with its heading where that changes; empty for a `COPY`."""
    headings = Headings()
    for hand in hands:
        above = headings.next(hand.header.site, heading(hand))
        yield "" if above is None else (above + newline if above else "") + write(hand, newline)


def write_all(hands: Iterable[Hand], newline: str = "\n") -> str:
    """The text of a whole file."""
    return "".join(pages(hands, newline))


def numbered(hand: Hand, first: int = 1) -> Hand:
    """The hand with the line numbers that its text has in a file where it begins on line `first`."""
    lines = writer(hand.header.site).lines(hand)
    place = {id(record): line for line, (records, _) in enumerate(lines, start=first) for record in _each(records)}

    def moved(record: R) -> R:
        return msgspec.structs.replace(record, line=place[id(record)])

    return msgspec.structs.replace(
        hand,
        header=moved(hand.header),
        table=moved(hand.table),
        seats=tuple(map(moved, hand.seats)),
        events=tuple(map(moved, hand.events)),
        notes=tuple(map(moved, hand.notes)),
        last_line=first + len(lines) - 1,
    )


def _each(record: Record | tuple[Record, ...] | None) -> tuple[Record, ...]:
    """The records of one line."""
    return record if isinstance(record, tuple) else () if record is None else (record,)
