"""Winamax: its lines, in the wording of the site or of its export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from histparse.export.contract import Line
from histparse.export.line_writer import LineWriter
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, UNKNOWN_HAND, Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand
from histparse.model.money import show_plain_amount
from histparse.parsing.dialects.winamax import Winamax
from tests.dealer.winamax.header import header_line, is_export, seat_line, sign, table_line

_OUT_OF_POSITION = (PostKind.EXTRA_BLIND, PostKind.DEAD_BLIND, PostKind.SMALL_AND_BIG)


class WinamaxLines(LineWriter):
    """The lines of one hand, in its currency."""

    site = Winamax.site
    words: ClassVar = {
        "post": "{player} posts {kind} {amount}{out_of_position}{all_in}",
        "deal": "Dealt to {player}{cards}",
        "bettingbegins": "*** {round}-BET ***{blank}",
        "fold": "{player} folds",
        "check": "{player} checks",
        "call": "{player} calls {added}{all_in}",
        "bet": "{player} bets {added}{all_in}",
        "raise": "{player} raises {by} to {to}{all_in}",
        "drawbegins": "*** {draw}-DRAW ***{blank}",
        "discard": "{player} discard {count} card{s}{cards}",
        "standpat": "{player} {pat}",
        "showdownbegins": "*** SHOW DOWN ***",
        "show": "{player} shows{cards} ({says})",
        "collect": "{player} collected {amount} from {which_pot}",
        "summarybegins": "*** SUMMARY ***",
        "total": "Total pot {pot} | {raked}",
        "result": "Seat {seat}: {player}{positions} {ended}",
        "note": "{text}",
    }
    posts: ClassVar = {
        PostKind.ANTE: "ante",
        PostKind.SMALL_BLIND: "small blind",
        PostKind.BIG_BLIND: "big blind",
        PostKind.EXTRA_BLIND: "big blind",
        PostKind.DEAD_BLIND: "small blind",
        PostKind.SMALL_AND_BIG: "small blind",
    }
    draws = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.sign = sign(hand.header.currency)
        self.export = is_export(hand)
        self.is_play_begun = False

    def opening_lines(self) -> Iterator[Line]:
        """Header, table and seats."""
        yield self.header, header_line(self.hand)
        yield self.hand.table, table_line(self.hand.table, self.header)
        yield from ((seat, seat_line(seat, self.header)) for seat in self.hand.seats)

    def lines_before(self, event: Event) -> Iterator[str]:
        """The heading of the forced bets."""
        if not self.is_play_begun and isinstance(event, ev.Post | ev.BettingBegins | ev.Deal):
            self.is_play_begun = True
            yield "*** ANTE/BLINDS ***"

    def money(self, amount: int) -> str:
        """`12.50€`, `298€`: the sign comes last."""
        return show_plain_amount(amount) + self.sign

    def cards(self, cards: Cards | None) -> str:
        """Unknown ones are an X."""
        return f" [{' '.join('X' if card == UNKNOWN else card for card in cards)}]" if cards else ""

    def _out_of_position(self, event: ev.Post) -> str:
        return " out of position" if event.kind in _OUT_OF_POSITION else ""

    def _blank(self, _event: ev.BettingBegins | ev.DrawBegins) -> str:
        """The export ends the headings of rounds and draws with a blank."""
        return " " if self.export else ""

    def _pat(self, event: ev.StandPat) -> str:
        return "discard 0 card" if self.export else f"stands pat{self.cards(event.held or UNKNOWN_HAND)}"

    def _which_pot(self, event: ev.Collect) -> str:
        if event.pot is None:
            return "pot"
        return f"side pot {event.pot}" if event.pot else "main pot"

    def _raked(self, event: ev.Total) -> str:
        return f"Rake {self.money(event.rake)}" if event.rake else "No rake"

    def _ended(self, event: ev.Result) -> str:
        won = f"won {self.money(event.won or 0)}"
        if event.outcome is Outcome.COLLECTED:
            return won
        if event.outcome is Outcome.FOLDED:
            return "folded"
        return f"showed{self.cards(event.cards)} and {'lost' if event.won is None else won} with {event.says}"

    def _round(self, event: ev.BettingBegins) -> str:
        return self.draws[event.round]
