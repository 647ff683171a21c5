"""PokerStars: a hand as that site writes it, down to the trailing blanks."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.pokerstars.adapt import adapted
from histparse.export.pokerstars.header import tell_header, tell_seat, tell_table
from histparse.export.pokerstars.play import Play
from histparse.export.pokerstars.words import remark, says
from histparse.model.events import Cancelled, Event, Note, Post, SummaryBegins
from histparse.model.hand import Hand

__all__ = ["adapted", "remark", "says", "tell"]

DEAL = "dealing hands"


def tell(hand: Hand) -> list[Line]:
    """Header, table, seats, play and summary; the heading of the deal stands for no event."""
    play = Play(hand)
    lines: list[Line] = [(hand.header, tell_header(hand)), (hand.table, tell_table(hand.table))]
    lines += [(seat, tell_seat(seat, hand.header)) for seat in hand.seats]
    # A hand that was read has the heading of the deal among its notes.
    dealt = any(note.kind == DEAL for note in hand.notes)
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not dealt and _follows_the_deal(event):
            lines.append((None, "*** DEALING HANDS ***"))
            dealt = True
        lines.append((event, play.line(event)))
    return lines


def _follows_the_deal(event: Event) -> bool:
    return not isinstance(event, Post | Note | Cancelled | SummaryBegins)
