"""KingsClub: its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC
from itertools import groupby
from operator import attrgetter
from typing import ClassVar

from histparse.export.contract import Line
from histparse.export.line_writer import LIMITS, LineWriter
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import Event, PostKind
from histparse.model.hand import Hand
from histparse.model.money import show_amount
from histparse.parsing.dialects.kingsclub import KingsClub


class KingsClubLines(LineWriter):
    """The lines of one hand."""

    site = KingsClub.site
    words: ClassVar = {
        "post": "{player}: {kind} {amount}{all_in}",
        "deal": "Dealt to {player}:{cards}",
        "bettingbegins": "*** {round} BETTING ROUND ***",
        "fold": "{player} folds",
        "check": "{player} checks",
        "call": "{player} calls {to}{all_in}",
        "bet": "{player} bets {added}{all_in}",
        "raise": "{player} raises to {to}{all_in}",
        "drawbegins": "*** {draw} DRAW ***",
        "discard": "{player} {thrown}",
        "receive": " draws{new}",
        "standpat": "{player} stands pat",
        "show": "{player} shows{cards}",
        "cancelled": "Hand cancelled",
        "summarybegins": "*** SUMMARY ***",
        "result": "Seat {seat}: {player} ({stack}){brought}",
        "total": "Rake {rake}",
        "collect": "{player} wins {won}",
        "note": "{text}",
    }
    posts: ClassVar = {
        PostKind.ANTE: "posts ante",
        PostKind.SMALL_BLIND: "posts the small blind",
        PostKind.BIG_BLIND: "posts the big blind",
        PostKind.EXTRA_BLIND: "posts blind",
        PostKind.SMALL_AND_BIG: "posts blind",
        PostKind.STRADDLE: "straddles",
    }
    draws = ("1ST", "2ND", "3RD", "4TH", "5TH")
    all_in = ", and is all in"

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        paid = ev.of_type(hand.events, ev.Collect)
        lines = {event.line for event in ev.of_type(hand.events, ev.Result)}
        shares = Counter(event.pot for event in paid if event.line not in lines)
        self.shared = {pot for pot, count in shares.items() if count > 1}
        """The pots that several players share."""

    def opening_lines(self) -> Iterator[Line]:
        """Header, time, table, seats."""
        header, table = self.header, self.hand.table
        stakes = f"{self.money(header.low)}/{self.money(header.high)}"
        button = "" if table.button is None else f" Seat {table.button} is the button"
        yield header, f"#{header.hand_id}: {LIMITS[header.limit]} 2-7 Triple Draw - {stakes}"
        yield None, f"{header.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}" if header.played_at else ""
        yield table, f"Table '{table.name}'{button}"
        yield from ((seat, f"Seat {seat.seat}: {seat.player} ({self.money(seat.stack)})") for seat in self.hand.seats)

    def play(self) -> Iterator[Line]:
        """Some lines state several events."""
        for _, group in groupby(self.ordered_story, key=attrgetter("line")):
            on_line = tuple(group)
            yield on_line, self.line_of_several(on_line)

    def line_of_several(self, events: tuple[Event, ...]) -> str:
        """The line of these events: a discard with the cards received, a net with the events inferred from it."""
        results = ev.of_type(events, ev.Result)
        printed = results or (event for event in events if not isinstance(event, ev.ShowdownBegins))
        return "".join(map(self.line, printed))

    def money(self, amount: int) -> str:
        """`1,500.50`: the currency is not stated."""
        return show_amount(amount)

    def cards(self, cards: Cards | None) -> str:
        """Unknown ones are an X."""
        return f" [{' '.join('X' if card == UNKNOWN else card for card in cards or ())}]"

    def _thrown(self, event: ev.Discard) -> str:
        return f"draws {event.count}" if event.cards is None else f"discards{self.cards(event.cards)}"

    def _brought(self, event: ev.Result) -> str:
        net = event.net or 0
        return f" {'+' if net > 0 else '-'}{self.money(abs(net))}" if net else ""

    def _won(self, event: ev.Collect) -> str:
        pot = f"side pot {event.pot}" if event.pot else "pot"
        amount = self.money(event.amount)
        return f"({amount}) from {pot}" if event.pot in self.shared else f"{pot} ({amount})"

    def _round(self, event: ev.BettingBegins) -> str:
        return self.draws[event.round]
