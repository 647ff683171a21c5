"""Winamax: a line for each event, by one method for each kind of event."""

from __future__ import annotations

from typing import ClassVar

from histparse.export.play import PlayWriter
from histparse.export.winamax.amounts import show, sign
from histparse.export.winamax.header import is_export
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Outcome,
    Post,
    PostKind,
    Raise,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
)
from histparse.model.hand import Hand
from histparse.parsing.dialects.winamax import Winamax

_WHICH = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")

_POSTS = {
    PostKind.ANTE: "ante",
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.EXTRA_BLIND: "big blind",
    PostKind.DEAD_BLIND: "small blind",
    PostKind.SMALL_AND_BIG: "small blind",
}
_OUT_OF_POSITION = (PostKind.EXTRA_BLIND, PostKind.DEAD_BLIND, PostKind.SMALL_AND_BIG)


class Play(PlayWriter):
    """Writes the play of one hand in its currency, and in the wording of the site or of its export."""

    site = Winamax.site
    always: ClassVar = {ShowdownBegins: "*** SHOW DOWN ***", SummaryBegins: "*** SUMMARY ***"}

    def __init__(self, hand: Hand) -> None:
        self.sign = sign(hand.header.currency)
        self.export = is_export(hand)
        self.blank = " " if self.export else ""
        """The export ends the headings of rounds and draws with a blank."""

    def _money(self, amount: int | None) -> str:
        return show(amount or 0, self.sign)

    def _post(self, event: Post) -> str:
        kind = self.word(_POSTS, event.kind)
        where = " out of position" if event.kind in _OUT_OF_POSITION else ""
        return f"{event.player} posts {kind} {self._money(event.amount)}{where}{_all_in(event)}"

    def _deal(self, event: Deal) -> str:
        return f"Dealt to {event.player}{_cards(event.cards)}"

    def _bettingbegins(self, event: BettingBegins) -> str:
        return f"*** {_WHICH[event.round]}-BET ***{self.blank}"

    def _check(self, event: Check) -> str:
        return f"{event.player} checks"

    def _call(self, event: Call) -> str:
        return f"{event.player} calls {self._money(event.added)}{_all_in(event)}"

    def _bet(self, event: Bet) -> str:
        return f"{event.player} bets {self._money(event.added)}{_all_in(event)}"

    def _raise(self, event: Raise) -> str:
        return f"{event.player} raises {self._money(event.by)} to {self._money(event.to)}{_all_in(event)}"

    def _drawbegins(self, event: DrawBegins) -> str:
        return f"*** {_WHICH[event.draw - 1]}-DRAW ***{self.blank}"

    def _discard(self, event: Discard) -> str:
        return f"{event.player} discard {event.count} card{'s' if event.count > 1 else ''}{_cards(event.cards)}"

    def _standpat(self, event: StandPat) -> str:
        if self.export:
            return f"{event.player} discard 0 card"
        return f"{event.player} stands pat{_cards(event.held or (UNKNOWN,) * 5)}"

    def _show(self, event: Show) -> str:
        return f"{event.player} shows{_cards(event.cards)} ({event.says})"

    def _collect(self, event: Collect) -> str:
        return f"{event.player} collected {self._money(event.amount)} from {_pot(event.pot)}"

    def _total(self, event: Total) -> str:
        rake = f"Rake {self._money(event.rake)}" if event.rake else "No rake"
        return f"Total pot {self._money(event.pot)} | {rake}"

    def _result(self, event: Result) -> str:
        where = "".join(f" ({position})" for position in event.positions)
        return f"Seat {event.seat}: {event.player}{where} {self._ended(event)}"

    def _ended(self, event: Result) -> str:
        if event.outcome is Outcome.COLLECTED:
            return f"won {self._money(event.won)}"
        if event.outcome is Outcome.FOLDED:
            return "folded"
        how = "lost" if event.won is None else f"won {self._money(event.won)}"
        return f"showed{_cards(event.cards)} and {how} with {event.says}"


def _pot(number: int | None) -> str:
    return "pot" if number is None else f"side pot {number}" if number else "main pot"


def _cards(cards: Cards | None) -> str:
    return f" [{' '.join('X' if card == UNKNOWN else card for card in cards)}]" if cards else ""


def _all_in(event: Post | Call | Bet | Raise) -> str:
    return " and is all-in" if event.all_in else ""
