"""Merge: a hand as that site writes it, XML elements without a root."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter

from histparse.export.contract import Line
from histparse.export.merge.adapt import adapted
from histparse.export.merge.play import Play
from histparse.export.merge.words import amount, quoted, remark, says, stakes
from histparse.model.events import Post
from histparse.model.hand import Hand, Limit, Seat
from histparse.parsing.dialects.merge import CLOCK, OURS

__all__ = ["adapted", "heading", "lines", "remark", "says"]

_LIMITS = {Limit.FIXED: "Limit", Limit.POT: "Pot Limit", Limit.NO: "No Limit"}


def heading(hand: Hand) -> str:
    """`<description type="2-7 Lowball" stakes="Limit $1/$2"/>`: it applies until the next one."""
    header = hand.header
    figures = f"{stakes(header.low)}/{stakes(header.high)}"
    if header.tournament is not None:
        small = next((event.amount for event in hand.events if isinstance(event, Post)), header.low // 2)
        figures = f"Level {header.tournament.level or 1} Blinds {small // 100}/{header.low // 100}"
    elif header.limit is not Limit.FIXED:
        figures = f"({figures})"
    kind = f"{OURS} Tournament" if header.tournament else OURS
    return f'<description type="{kind}" stakes="{_LIMITS[header.limit]} {figures}"/>'


def lines(hand: Hand) -> list[Line]:
    """The game, its players and its rounds."""
    play = Play(hand)
    for event in sorted((*hand.events, *hand.notes), key=attrgetter("line")):
        play.write(event)
    play.close()
    return [
        (hand.header, _game(hand)),
        (hand.table, f'\t<players dealer="{hand.table.button}">'),
        *((seat, _seat(seat, hand)) for seat in hand.seats),
        (None, "\t</players>"),
        *play.lines,
        (None, "</game>"),
    ]


def _game(hand: Hand) -> str:
    header, table = hand.header, hand.table
    local = (header.played_at or datetime(2011, 1, 1, tzinfo=UTC)).astimezone(CLOCK)
    number = header.hand_id.split("-")[0]
    place = number if header.tournament is None else f"{header.tournament.tournament_id}-1"
    seats = "" if table.seats is None else f' seats="{table.seats}"'
    real = "false" if table.play_money else "true"
    data = f"{local:%Y%m%d}|{quoted(table.name)}|{place}|{header.hand_id}|{'true' if header.tournament else 'false'}"
    start = f'starttime="{local:%Y%m%d%H%M%S}" numholecards="5" gametype="67"{seats}'
    return f'<game id="{header.hand_id}" {start} realmoney="{real}" data="{data}">'


def _seat(seat: Seat, hand: Hand) -> str:
    """In tournaments the balance is the stack after forced bets."""
    posts = (event for event in hand.events if isinstance(event, Post) and event.player == seat.player)
    posted = sum(event.amount for event in posts) if hand.header.tournament else 0
    balance = f'balance="${amount(seat.stack - posted)}" dealtin="{str(seat.dealt_in).lower()}"'
    return f'\t\t<player seat="{seat.seat}" nickname="{quoted(seat.player)}" {balance} />'
