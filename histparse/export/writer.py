"""A site's writer: hands as that site would print them, and what it calls things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from histparse.export.adaptation import Adaptation
from histparse.export.contract import Line, Remark
from histparse.export.line_writer import LIMITS, LineWriter
from histparse.model.cards import Cards
from histparse.model.events import Event, Note, Post, of_type
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine
from histparse.model.house import House
from histparse.model.money import show_plain_amount
from histparse.parsing.dialects.base import dialects
from histparse.parsing.dialects.merge import OURS

COPY = "they are copies of hands that are in the file"
"""Why a hand is left out."""


class Headings:
    """Which heading stands above the next hand: none where the last one still holds."""

    def __init__(self) -> None:
        self._heading = ""
        self._hands: set[int] = set()

    def next_heading_unless_copy(self, site: str, heading: str) -> str | None:
        """The line to write above the hand, with its end; empty if there is none.

        None: the heading names a single hand, as PHH's do by its content, and the file has that hand.
        """
        if re.match(dialects()[site].opening, heading):
            if hash(heading) in self._hands:
                return None
            self._hands.add(hash(heading))
        elif heading == self._heading:
            return ""
        else:
            self._heading = heading
        return heading and f"{heading}\n"


def heading_of_merge_site(hand: Hand) -> str:
    """`<description type="2-7 Lowball" stakes="Limit $1/$2"/>`: it applies until the next one."""
    header = hand.header
    figures = f"${show_plain_amount(header.low)}/${show_plain_amount(header.high)}"
    if header.tournament is not None:
        small = next((event.amount for event in of_type(hand.events, Post)), header.low // 2)
        figures = f"Level {header.tournament.level or 1} Blinds {small // 100}/{header.low // 100}"
    elif header.limit is not Limit.FIXED:
        figures = f"({figures})"
    kind = f"{OURS} Tournament" if header.tournament else OURS
    return f'<description type="{kind}" stakes="{LIMITS[header.limit]} {figures}"/>'


# --- the writer -------------------------------------------------------------------------------------------------------

R = TypeVar("R", Header, TableLine, Seat, Event, Note)


class Writer(Struct, frozen=True):
    """A writer of one site's text."""

    adaptation: type[Adaptation]
    line_writer: type[LineWriter]
    says: Callable[[Cards], str]
    """The site's words for five cards at the showdown."""
    remark: Callable[[Remark], str]
    """The line of a note, without blanks at its end."""
    heading: Callable[[Hand], str] = lambda _: ""
    """The heading above a hand and others like it; most sites write none."""

    @property
    def site(self) -> str:
        """The name of the site."""
        return self.line_writer.site

    def adapt_hand(self, hand: Hand, rules: House | None = None) -> Hand:
        """The hand in this site's events, figures and ids, with only what its text would print.

        The hand is simulated, all cards open, or was read, from any site. `rules`: what is announced, and who shows
        first; by default those of this site.
        Raises UnwritableError for what the site cannot express.
        """
        return self.adaptation(hand, rules).adapt_hand()

    def lines(self, hand: Hand) -> list[Line]:
        """The hand's lines in order; events and notes are sorted by their `line`."""
        return self.line_writer.write_lines(hand)

    def text(self, hand: Hand) -> str:
        """The hand as its site's text, followed by three blank lines."""
        return "\n".join([text for _, text in self.lines(hand)]) + 4 * "\n"

    def texts_with_headings(self, hands: Iterable[Hand]) -> Iterator[str]:
        """The texts of a file's hands one by one, each with its heading where that changes; empty for a `COPY`."""
        headings = Headings()
        for hand in hands:
            heading = headings.next_heading_unless_copy(self.site, self.heading(hand))
            yield "" if heading is None else heading + self.text(hand)

    def number_lines(self, hand: Hand, first: int = 1) -> Hand:
        """The hand with the line numbers that its text has in a file where it begins on line `first`."""
        lines = self.lines(hand)
        place = {
            id(record): line
            for line, (records, _) in enumerate(lines, start=first)
            for record in (records if isinstance(records, tuple) else (records,))
        }

        def moved(record: R) -> R:
            return replace(record, line=place[id(record)])

        return replace(
            hand,
            header=moved(hand.header),
            table=moved(hand.table),
            seats=tuple(map(moved, hand.seats)),
            events=tuple(map(moved, hand.events)),
            notes=tuple(map(moved, hand.notes)),
            last_line=first + len(lines) - 1,
        )
