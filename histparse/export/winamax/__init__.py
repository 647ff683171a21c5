"""Winamax: a hand as that site writes it; play money as in its export of 2016, trailing blanks included."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.winamax.adapt import adapted
from histparse.export.winamax.header import header_line, seat_line, table_line
from histparse.export.winamax.play import Play
from histparse.export.winamax.words import remark, says
from histparse.model.events import BettingBegins, Deal, Post
from histparse.model.hand import Hand

__all__ = ["adapted", "lines", "remark", "says"]


def lines(hand: Hand) -> list[Line]:
    """Header, table, seats, play and summary; the heading of the forced bets states no event."""
    play = Play(hand)
    written: list[Line] = [(hand.header, header_line(hand)), (hand.table, table_line(hand.table, hand.header))]
    written += [(seat, seat_line(seat, hand.header)) for seat in hand.seats]
    begun = False
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not begun and isinstance(event, Post | BettingBegins | Deal):
            written.append((None, "*** ANTE/BLINDS ***"))
            begun = True
        written.append((event, play.line(event)))
    return written
