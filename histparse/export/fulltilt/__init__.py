"""Full Tilt: a hand as that site writes it, by the year it was played in; archived ones as the archive writes them."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.fulltilt.adapt import adapted
from histparse.export.fulltilt.header import is_archived, tell_header, tell_seat
from histparse.export.fulltilt.play import Play
from histparse.export.fulltilt.words import remark, says
from histparse.model.events import Cancelled, Event, Note, Post, SummaryBegins
from histparse.model.hand import Hand

__all__ = ["adapted", "remark", "says", "tell"]

DEAL = "dealing hands"


def tell(hand: Hand) -> list[Line]:
    """One line for header and table, seats, play and summary; button and heading of the deal stand for no event."""
    play = Play(hand)
    lines: list[Line] = [((hand.header, hand.table), tell_header(hand))]
    lines += [(None, "")] * is_archived(hand)
    lines += [(seat, tell_seat(seat, hand.header)) for seat in hand.seats]
    begun = hand.table.button is None
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not begun and not _precedes_the_deal(event):
            lines += [(None, text) for text in _before(event, hand)]
            begun = True
        lines.append((event, play.line(event)))
    return lines


def _before(event: Event, hand: Hand) -> Iterator[str]:
    """Button and heading; a hand that was read has the heading among its notes, and one without cards has none."""
    yield f"The button is in seat #{hand.table.button}"
    if not any(note.kind == DEAL for note in hand.notes) and not isinstance(event, Cancelled | SummaryBegins):
        yield "*** HOLE CARDS ***"


def _precedes_the_deal(event: Event) -> bool:
    return isinstance(event, Post) or (isinstance(event, Note) and event.kind != DEAL)
