"""The Python interface: hands to write, wherever they come from, and what became of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

import polars as pl
from msgspec import Struct

from histparse.judging.hand_result import HandResult
from histparse.model.errors import HistparseError, count
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NO_MATCH
from histparse.view import HandView
from histparse.view.from_text import view_of

NUMBERS_NAMED = 3
"""How many hands that were left out are named for each reason."""


class Written(Struct, frozen=True):
    """What was written, and what could not be."""

    number: int
    """Hands, or rows of a table."""
    left_out: dict[str, list[str]]
    """The numbers of hands, by the reason why the format cannot carry them; the most frequent reason comes first."""
    remedies: dict[str, str] = {}
    """By reason the argument, perhaps with a value, with which such hands are written: `keep`, `currency EUR`."""

    def reasons(self, most: int | None = NUMBERS_NAMED, argument: str = "`{}`") -> list[str]:
        """What was left out, in words; `most`: how many numbers are named for each reason, None: all.

        `argument`: how arguments are written.
        """
        return [
            f"{count(len(ids), 'hand')} left out: {reason}{self._remedy(reason, argument)}{_named(ids, most)}"
            for reason, ids in self.left_out.items()
        ]

    def _remedy(self, reason: str, argument: str) -> str:
        return f"; with {argument.format(self.remedies[reason])} they are written" if reason in self.remedies else ""


class Selection(ABC):
    """Hands to write, a few at a time: as events, as views, or as rows of a table."""

    def __init__(self) -> None:
        self.written = 0
        """Hands, or rows of a table."""
        self._left_out: dict[str, list[str]] = {}
        """By reason, the numbers of the hands; those without one are empty."""
        self._remedies: dict[str, str] = {}

    @abstractmethod
    def hands(self) -> Iterator[HandResult]:
        """The hands that could be read, as events."""

    @abstractmethod
    def frames(self) -> Iterator[pl.DataFrame]:
        """The rows of the table asked for."""

    def rows(self) -> Iterator[pl.DataFrame]:
        """The rows of the table asked for; the hands they are of are counted."""
        for frame in self.frames():
            self.written += len(frame)
            yield frame

    def views(self) -> Iterator[HandView]:
        """The hands as people look at them."""
        for result in self.hands():
            if view := view_of(result):
                yield view

    def wrote(self) -> None:
        """Count a hand that was written."""
        self.written += 1

    def leave_out(self, reason: str, hand_id: str = "", remedy: str = "") -> None:
        """Note a hand that the format cannot carry, and what would make it do so, if anything does."""
        if remedy:
            self._remedies[reason] = remedy
        self._left_out.setdefault(reason, []).append(hand_id)

    def finish(self) -> Written:
        """What became of them. Raises HistparseError if nothing was written."""
        written = Written(
            self.written, dict(sorted(self._left_out.items(), key=lambda reason: -len(reason[1]))), self._remedies
        )
        if not self.written:
            raise NothingWrittenError(written)
        return written


class NothingWrittenError(HistparseError):
    """No hand could be written; the sentence for users names options."""

    def __init__(self, written: Written) -> None:
        super().__init__("; ".join(written.reasons()) or "there is no hand to write")
        self.to_users = "; ".join(written.reasons(argument="--{}")) or self.to_users


def _named(ids: list[str], most: int | None) -> str:
    """The first numbers in brackets; hands without one have an empty one."""
    known = [hand_id for hand_id in ids if hand_id]
    shown = known[:most]
    more = f" and {len(known) - len(shown):,} more" if len(known) > len(shown) else ""
    return f" ({', '.join(shown)}{more})" if shown else ""


class SoleSite:
    """The sites of the hands of one file: some cannot share one with others, as a file of theirs is wholly theirs."""

    def __init__(self) -> None:
        self._sites: set[str] = set()

    def add(self, site: str) -> None:
        """Note one. Raises HistparseError when the file could not be read again."""
        self._sites.add(site)
        exclusive = [name for name in sorted(self._sites) if dialects()[name].whole != NO_MATCH]
        if exclusive and len(self._sites) > 1:
            raise HistparseError(
                f"hands of {exclusive[0]} need a file of their own: name one site with {{site}}", site=""
            )
