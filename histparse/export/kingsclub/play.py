"""KingsClub: a line for each event, by one method for each kind of event."""

from __future__ import annotations

from typing import ClassVar

from histparse.export.play import PlayWriter
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Cancelled,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
)
from histparse.model.hand import Hand
from histparse.model.money import show_amount
from histparse.parsing.dialects.kingsclub import KingsClub

_WHICH = ("1ST", "2ND", "3RD", "4TH", "5TH")
_POSTS = {
    PostKind.ANTE: "posts ante",
    PostKind.SMALL_BLIND: "posts the small blind",
    PostKind.BIG_BLIND: "posts the big blind",
    PostKind.EXTRA_BLIND: "posts blind",
    PostKind.SMALL_AND_BIG: "posts blind",
    PostKind.STRADDLE: "straddles",
}


class Play(PlayWriter):
    """Writes the play of one hand."""

    site = KingsClub.site
    always: ClassVar = {Cancelled: "Hand cancelled", SummaryBegins: "*** SUMMARY ***"}

    def __init__(self, hand: Hand) -> None:
        paid = [event for event in hand.events if isinstance(event, Collect)]
        lines = {event.line for event in hand.events if isinstance(event, Result)}
        printed = [event for event in paid if event.line not in lines]
        self.shared = {event.pot for event in printed if sum(other.pot == event.pot for other in printed) > 1}
        """The pots that several players share."""

    def line_of(self, events: list[Event]) -> str:
        """The line of these events: a discard with the cards received, a net with the events inferred from it."""
        result = next((event for event in events if isinstance(event, Result)), None)
        said = [event for event in events if not isinstance(event, ShowdownBegins)] if result is None else [result]
        return "".join(map(self.line, said))

    def _bettingbegins(self, event: BettingBegins) -> str:
        return f"*** {_WHICH[event.round]} BETTING ROUND ***"

    def _drawbegins(self, event: DrawBegins) -> str:
        return f"*** {_WHICH[event.draw - 1]} DRAW ***"

    def _post(self, event: Post) -> str:
        return f"{event.player}: {self.word(_POSTS, event.kind)} {show_amount(event.amount)}{_all_in(event)}"

    def _deal(self, event: Deal) -> str:
        cards = " ".join("X" if card == UNKNOWN else card for card in event.cards)
        return f"Dealt to {event.player}: [{cards}]"

    def _check(self, event: Check) -> str:
        return f"{event.player} checks"

    def _call(self, event: Call) -> str:
        return f"{event.player} calls {show_amount(event.to or 0)}{_all_in(event)}"

    def _bet(self, event: Bet) -> str:
        return f"{event.player} bets {show_amount(event.added)}{_all_in(event)}"

    def _raise(self, event: Raise) -> str:
        return f"{event.player} raises to {show_amount(event.to or 0)}{_all_in(event)}"

    def _discard(self, event: Discard) -> str:
        if event.cards is None:
            return f"{event.player} draws {event.count}"
        return f"{event.player} discards {_cards(event.cards)}"

    def _receive(self, event: Receive) -> str:
        return f" draws {_cards(event.new or ())}"

    def _standpat(self, event: StandPat) -> str:
        return f"{event.player} stands pat"

    def _show(self, event: Show) -> str:
        return f"{event.player} shows {_cards(event.cards)}"

    def _result(self, event: Result) -> str:
        net = event.net or 0
        sign = " +" if net > 0 else " -"
        brought = f"{sign}{show_amount(abs(net))}" if net else ""
        return f"Seat {event.seat}: {event.player} ({show_amount(event.stack or 0)}){brought}"

    def _total(self, event: Total) -> str:
        return f"Rake {show_amount(event.rake or 0)}"

    def _collect(self, event: Collect) -> str:
        pot = f"side pot {event.pot}" if event.pot else "pot"
        amount = show_amount(event.amount)
        if event.pot in self.shared:
            return f"{event.player} wins ({amount}) from {pot}"
        return f"{event.player} wins {pot} ({amount})"


def _cards(cards: Cards) -> str:
    return f"[{' '.join(cards)}]"


def _all_in(event: Post | Call | Bet | Raise) -> str:
    return ", and is all in" if event.all_in else ""
