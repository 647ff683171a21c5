"""Full Tilt: a hand as that site wrote it in the year it was played; archived hands as the archive writes them."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.fulltilt.adapt import adapted
from histparse.export.fulltilt.header import header_line, is_archived, seat_line
from histparse.export.fulltilt.play import Play
from histparse.export.fulltilt.words import remark, says
from histparse.model.events import Cancelled, Event, Note, Post, SummaryBegins
from histparse.model.hand import Hand

__all__ = ["adapted", "lines", "remark", "says"]

DEAL = "dealing hands"


def lines(hand: Hand) -> list[Line]:
    """One line for header and table, then seats, play and summary; the lines of button and deal state no event."""
    play = Play(hand)
    written: list[Line] = [((hand.header, hand.table), header_line(hand))]
    written += [(None, "")] * is_archived(hand)
    written += [(seat, seat_line(seat, hand.header)) for seat in hand.seats]
    begun = hand.table.button is None
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not begun and not _precedes_the_deal(event):
            written += [(None, text) for text in _before(event, hand)]
            begun = True
        written.append((event, play.line(event)))
    return written


def _before(event: Event, hand: Hand) -> Iterator[str]:
    """Button and heading; a hand that was read has the heading among its notes, one without cards has none."""
    yield f"The button is in seat #{hand.table.button}"
    if not any(note.kind == DEAL for note in hand.notes) and not isinstance(event, Cancelled | SummaryBegins):
        yield "*** HOLE CARDS ***"


def _precedes_the_deal(event: Event) -> bool:
    return isinstance(event, Post) or (isinstance(event, Note) and event.kind != DEAL)
