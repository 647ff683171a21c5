"""PokerStars: a hand as that site writes it, down to the trailing blanks."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.pokerstars.adapt import adapted
from histparse.export.pokerstars.header import header_line, seat_line, table_line
from histparse.export.pokerstars.play import Play
from histparse.export.pokerstars.words import remark, says
from histparse.model.events import Cancelled, Event, Note, Post, SummaryBegins
from histparse.model.hand import Hand

__all__ = ["adapted", "lines", "remark", "says"]

DEAL = "dealing hands"


def lines(hand: Hand) -> list[Line]:
    """Header, table, seats, play and summary; the heading of the deal states no event."""
    play = Play(hand)
    written: list[Line] = [(hand.header, header_line(hand)), (hand.table, table_line(hand.table))]
    written += [(seat, seat_line(seat, hand.header)) for seat in hand.seats]
    # A hand that was read has the heading of the deal among its notes.
    dealt = any(note.kind == DEAL for note in hand.notes)
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not dealt and _follows_the_deal(event):
            written.append((None, "*** DEALING HANDS ***"))
            dealt = True
        written.append((event, play.line(event)))
    return written


def _follows_the_deal(event: Event) -> bool:
    return not isinstance(event, Post | Note | Cancelled | SummaryBegins)
