"""The hands that `export` and `convert` write, wherever they come from, and the formats they are written in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO

import polars as pl

from histparse import export
from histparse.cli import hand_formats
from histparse.cli.discovery import names, pick
from histparse.cli.usage_error import UsageError
from histparse.cli.words import say
from histparse.export import UnwritableError
from histparse.judging.hand_result import HandResult
from histparse.model.hand import Hand
from histparse.model.plain import count
from histparse.view import HandView
from histparse.view.look import seen


class Selection(ABC):
    """Hands to write, a few at a time: as events, as views, or as rows of a table."""

    def __init__(self) -> None:
        self.written = 0
        """Hands, or rows of a table."""
        self._left_out: Counter[str] = Counter()

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

    def leave_out(self, why: str) -> None:
        """Count a hand that the format cannot carry."""
        self._left_out[why] += 1

    def finish(self) -> None:
        """Say what was left out. Raises UsageError if nothing was written."""
        reasons = [f"{count(number, 'hand')} left out: {why}" for why, number in self._left_out.most_common()]
        if not self.written:
            raise UsageError("; ".join(reasons) or "there is no hand to write")
        for reason in reasons:
            say(f"histparse: {reason}", err=True)


Write = Callable[[Selection, BinaryIO], None]


def formats() -> list[str]:
    """The names of all formats."""
    return sorted([*names(hand_formats), *export.sites()])


def writing(name: str) -> Write:
    """What writes that format. Raises UsageError for an unknown name."""
    if name in export.sites():
        return partial(_write_text_of, name)
    if name not in formats():
        pick(hand_formats, "format", name)
    write: Write = pick(hand_formats, "format", name).write
    return write


def _write_text_of(site: str, selected: Selection, out: BinaryIO) -> None:
    """The hands as that site writes them."""
    for page in export.pages(_adapted(site, selected)):
        out.write(page.encode(errors="surrogatepass"))
        selected.wrote()


def _adapted(site: str, selected: Selection) -> Iterator[Hand]:
    """The site's own hands as they are, the others as it would print them."""
    for result in selected.hands():
        hand = result.hand
        try:
            if hand is not None:
                yield hand if hand.header.site == site else export.writer(site).adapted(hand)
        except UnwritableError as error:
            selected.leave_out(str(error))
