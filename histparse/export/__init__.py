"""Hands -> text, the way back: one module per site, found by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar, cast

import msgspec

from histparse.export.contract import Line, Record, Remark, UnwritableError, Writer
from histparse.model.events import Event, Note
from histparse.model.hand import Hand, Header, Seat, Table

__all__ = [
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
    """The hand as its site's text, three blank lines after it."""
    return newline.join([text for _, text in writer(hand.header.site).lines(hand)]) + 4 * newline


def heading(hand: Hand) -> str:
    """The line that stands before it and others like it; empty at sites that write none."""
    told: str = getattr(writer(hand.header.site), "heading", _no_heading)(hand)
    return told


def _no_heading(_hand: Hand) -> str:
    return ""


def pages(hands: Iterable[Hand], newline: str = "\n") -> Iterator[str]:
    """The hands of a file one by one, each with its heading where that changes."""
    above = ""
    for hand in hands:
        changed = heading(hand) if heading(hand) != above else ""
        above = changed or above
        yield (changed + newline if changed else "") + write(hand, newline)


def write_all(hands: Iterable[Hand], newline: str = "\n") -> str:
    """A whole file."""
    return "".join(pages(hands, newline))


def numbered(hand: Hand, first: int = 1) -> Hand:
    """The same hand with the lines that its text gets in a file where it begins in line `first`."""
    told = writer(hand.header.site).lines(hand)
    place = {id(record): line for line, (told_here, _) in enumerate(told, start=first) for record in _each(told_here)}

    def moved(record: R) -> R:
        return msgspec.structs.replace(record, line=place[id(record)])

    return msgspec.structs.replace(
        hand,
        header=moved(hand.header),
        table=moved(hand.table),
        seats=tuple(map(moved, hand.seats)),
        events=tuple(map(moved, hand.events)),
        notes=tuple(map(moved, hand.notes)),
        last_line=first + len(told) - 1,
    )


def _each(told: Record | tuple[Record, ...] | None) -> tuple[Record, ...]:
    """The records of one line."""
    return told if isinstance(told, tuple) else () if told is None else (told,)
