"""The Python interface: hands to write, wherever they come from, and the formats they are written in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import BinaryIO

import polars as pl
from msgspec import Struct

from histparse import export
from histparse.api import hand_formats
from histparse.conversion import texts
from histparse.export import UnwritableError
from histparse.export.missing_details import NOTHING, Given
from histparse.judging.hand_result import HandResult
from histparse.model.absent import absent
from histparse.model.errors import HistparseError
from histparse.model.hand import Hand
from histparse.model.plain import count
from histparse.view import HandView
from histparse.view.look import seen

FEW = 3
"""How many hands that were left out are named for each reason."""


class Written(Struct, frozen=True):
    """What was written, and what could not be."""

    number: int
    """Hands, or rows of a table."""
    left_out: dict[str, list[str]]
    """The numbers of hands, by the reason why the format cannot carry them; the most frequent reason comes first."""

    def reasons(self, most: int | None = FEW) -> list[str]:
        """What was left out, in words; `most`: how many numbers are named for each reason, None: all."""
        return [f"{count(len(ids), 'hand')} left out: {why}{_named(ids, most)}" for why, ids in self.left_out.items()]


class Selection(ABC):
    """Hands to write, a few at a time: as events, as views, or as rows of a table."""

    def __init__(self) -> None:
        self.written = 0
        """Hands, or rows of a table."""
        self._left_out: dict[str, list[str]] = {}
        """By reason, the numbers of the hands; those without one are empty."""

    @abstractmethod
    def hands(self) -> Iterator[HandResult]:
        """The hands that could be read, as events."""

    @abstractmethod
    def frames(self) -> Iterator[pl.DataFrame]:
        """The rows of the table asked for."""

    def rows(self) -> Iterator[pl.DataFrame]:
        """The same, counted."""
        for frame in self.frames():
            self.written += len(frame)
            yield frame

    def views(self) -> Iterator[HandView]:
        """The hands as people look at them."""
        for result in self.hands():
            if view := seen(result):
                yield view

    def wrote(self) -> None:
        """Count a hand that was written."""
        self.written += 1

    def leave_out(self, why: str, hand_id: str = "") -> None:
        """Note a hand that the format cannot carry."""
        self._left_out.setdefault(why, []).append(hand_id)

    def finish(self) -> Written:
        """What became of them. Raises HistparseError if nothing was written."""
        done = Written(self.written, dict(sorted(self._left_out.items(), key=lambda reason: -len(reason[1]))))
        if not self.written:
            raise HistparseError("; ".join(done.reasons()) or "there is no hand to write")
        return done


def _named(ids: list[str], most: int | None) -> str:
    """The first numbers in brackets; hands without one have an empty one."""
    known = [hand_id for hand_id in ids if hand_id]
    shown = known[:most]
    more = f" and {len(known) - len(shown):,} more" if len(known) > len(shown) else ""
    return f" ({', '.join(shown)}{more})" if shown else ""


Write = Callable[[Selection, BinaryIO], None]


def formats() -> list[str]:
    """The names of all formats."""
    return sorted([*_own(), *export.sites()])


def writing(name: str, given: Given = NOTHING, *, keep: bool = False) -> Write:
    """What writes that format; see `converted`. Raises HistparseError for an unknown name, or if it cannot do so."""
    if name in export.sites():
        return partial(_write_text_of, name, given, keep)
    if name not in _own():
        raise HistparseError(absent("format", name, formats()))
    if keep or given != NOTHING:
        raise HistparseError(f"{name} has the hands as they are: only the text of a site can have them otherwise")
    write: Write = import_module(f"{hand_formats.__name__}.{name}").write
    return write


def _own() -> list[str]:
    return sorted(module.name for module in iter_modules(hand_formats.__path__))


def _write_text_of(site: str, given: Given, keep: bool, selected: Selection, out: BinaryIO) -> None:
    """The hands as that site writes them; its own as they are."""
    hands = (result.hand for result in selected.hands() if result.hand is not None)

    def leave_out(hand: Hand, error: UnwritableError) -> None:
        remedy = f"; with --{error.remedy} they are written" if error.remedy else ""
        selected.leave_out(f"{error}{remedy}", hand.header.hand_id)

    for text in texts(hands, site, leave_out, given, keep=keep):
        out.write(text.encode(errors="surrogatepass"))
        selected.wrote()
