"""KingsClub: a hand as that site's web client writes it."""

from __future__ import annotations

from datetime import UTC
from itertools import groupby
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.kingsclub.adapt import adapted
from histparse.export.kingsclub.play import Play
from histparse.export.kingsclub.words import remark, says
from histparse.model.hand import Hand, Header, Limit, Table
from histparse.model.money import show_amount

__all__ = ["adapted", "lines", "remark", "says"]

_LIMITS = {Limit.FIXED: "Limit", Limit.POT: "Pot Limit", Limit.NO: "No Limit"}


def lines(hand: Hand) -> list[Line]:
    """Header, time, table, seats, play and summary; events inferred from the summary are on its lines."""
    play = Play(hand)
    events = sorted((*hand.events, *hand.notes), key=attrgetter("line"))
    on_lines = [list(group) for _, group in groupby(events, key=attrgetter("line"))]
    return [
        (hand.header, _header(hand.header)),
        (None, f"{hand.header.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}" if hand.header.played_at else ""),
        (hand.table, _table(hand.table)),
        *((seat, f"Seat {seat.seat}: {seat.player} ({show_amount(seat.stack)})") for seat in hand.seats),
        *((tuple(group), play.line_of(group)) for group in on_lines),
    ]


def _header(header: Header) -> str:
    """`#39969256: Limit 2-7 Triple Draw - 40/80`."""
    stakes = f"{show_amount(header.low)}/{show_amount(header.high)}"
    return f"#{header.hand_id}: {_LIMITS[header.limit]} 2-7 Triple Draw - {stakes}"


def _table(table: Table) -> str:
    """`Table '8 Game Mix' Seat 1 is the button`."""
    button = "" if table.button is None else f" Seat {table.button} is the button"
    return f"Table '{table.name}'{button}"
