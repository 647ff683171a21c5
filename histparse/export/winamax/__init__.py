"""Winamax: a hand as that site writes it; play money as in its export of 2016, trailing blanks included."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.winamax.adapt import adapted
from histparse.export.winamax.header import tell_header, tell_seat, tell_table
from histparse.export.winamax.play import Play
from histparse.export.winamax.words import remark, says
from histparse.model.events import BettingBegins, Deal, Post
from histparse.model.hand import Hand

__all__ = ["adapted", "remark", "says", "tell"]


def tell(hand: Hand) -> list[Line]:
    """Header, table, seats, play and summary; the heading of the forced bets stands for no event."""
    play = Play(hand)
    lines: list[Line] = [(hand.header, tell_header(hand)), (hand.table, tell_table(hand.table, hand.header))]
    lines += [(seat, tell_seat(seat, hand.header)) for seat in hand.seats]
    begun = False
    for event in merge(hand.events, hand.notes, key=attrgetter("line")):
        if not begun and isinstance(event, Post | BettingBegins | Deal):
            lines.append((None, "*** ANTE/BLINDS ***"))
            begun = True
        lines.append((event, play.line(event)))
    return lines
