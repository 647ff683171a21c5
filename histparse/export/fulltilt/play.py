"""Full Tilt: a line for each event, by one method for each kind of event."""

from __future__ import annotations

from collections import Counter

from histparse.export.fulltilt.header import NEW_CLIENT, is_archived, played_since
from histparse.export.fulltilt.summary import result_line, total_line
from histparse.export.ledger import Ledger
from histparse.export.play import PlayWriter
from histparse.model.cards import Cards, show_cards
from histparse.model.events import (
    Bet,
    Call,
    Cancelled,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Muck,
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
    Uncalled,
)
from histparse.model.hand import Hand
from histparse.model.money import show_amount
from histparse.parsing.dialects.fulltilt import FullTilt

_DRAWS = {1: "FIRST", 2: "SECOND", 3: "THIRD"}

_POSTS = {
    PostKind.ANTE: "antes",
    PostKind.SMALL_BLIND: "posts the small blind of",
    PostKind.BIG_BLIND: "posts the big blind of",
    PostKind.DEAD_BLIND: "posts a dead small blind of",
    PostKind.EXTRA_BLIND: "posts",
}


class Play(PlayWriter):
    """Writes the play of one hand, in its currency and in the wording of its time."""

    site = FullTilt.site

    def __init__(self, hand: Hand) -> None:
        self.header = hand.header
        self.archived = is_archived(hand)
        self.ledger = Ledger(hand)
        self.summed_up = False
        self.paid = Counter(event.pot for event in hand.events if isinstance(event, Collect))
        """How many players each pot is paid to."""

    def line(self, event: Event) -> str:
        """The line for that event; headings state the pot."""
        self.ledger.enter(event)
        return super().line(event)

    def _money(self, amount: int | None) -> str:
        return show_amount(amount or 0, self.header.currency)

    def _post(self, event: Post) -> str:
        return f"{event.player} {self.word(_POSTS, event.kind)} {self._money(event.amount)}{_all_in(event)}"

    def _deal(self, event: Deal) -> str:
        return f"Dealt to {event.player}{_cards(event.cards)}"

    def _check(self, event: Check) -> str:
        return f"{event.player} checks"

    def _call(self, event: Call) -> str:
        return f"{event.player} calls {self._money(event.added)}{_all_in(event)}"

    def _bet(self, event: Bet) -> str:
        return f"{event.player} bets {self._money(event.added)}{_all_in(event)}"

    def _raise(self, event: Raise) -> str:
        return f"{event.player} raises to {self._money(event.to)}{_all_in(event)}"

    def _drawbegins(self, event: DrawBegins) -> str:
        return f"*** {_DRAWS[event.draw]} DRAW ***{self._pot_so_far()}"

    def _pot_so_far(self) -> str:
        """Each client has its own wording, the archive none."""
        pot = self._money(self.ledger.pot)
        if self.archived:
            return ""
        if not played_since(self.header, NEW_CLIENT):
            return f" (Pot: {pot})"
        all_in = f", {len(self.ledger.all_in)} All-In" if self.ledger.all_in else ""
        return f" (Total Pot: {pot}, {self.ledger.contenders} Players{all_in})"

    def _discard(self, event: Discard) -> str:
        return f"{event.player} discards {_count(event.count)}{_cards(event.cards)}"

    def _standpat(self, event: StandPat) -> str:
        return f"{event.player} stands pat{' on' if event.held else ''}{_cards(event.held)}"

    def _receive(self, event: Receive) -> str:
        if event.new is None:
            return f"{event.player} is dealt {_count(event.count or 0)}"
        # With five new cards none are kept, and that bracket is left out.
        return f"Dealt to {event.player}{_cards(event.kept or None)}{_cards(event.new)}"

    def _uncalled(self, event: Uncalled) -> str:
        return f"Uncalled bet of {self._money(event.amount)} returned to {event.player}"

    def _showdownbegins(self, _event: ShowdownBegins) -> str:
        return "*** SHOW DOWN ***"

    def _show(self, event: Show) -> str:
        return f"{event.player} shows{_cards(event.cards)} {event.says or ''}".rstrip()

    def _muck(self, event: Muck) -> str:
        return f"{event.player} mucks"

    def _collect(self, event: Collect) -> str:
        verb = "ties for" if self.paid[event.pot] > 1 else "wins"
        hand = "" if event.says is None else f" with {event.says}"
        return f"{event.player} {verb} the {self._pot(event.pot)} ({self._money(event.amount)}){hand}"

    def _cancelled(self, event: Cancelled) -> str:
        """A dead hand has no line of its own, only a pot of 0."""
        if self.summed_up:
            return self._total(Total(event.line, 0, 0))
        return f"Hand #{self.header.hand_id} has been canceled"

    def _summarybegins(self, _event: SummaryBegins) -> str:
        self.summed_up = True
        return "*** SUMMARY ***"

    def _total(self, event: Total) -> str:
        return total_line(event, self.header.currency)

    def _result(self, event: Result) -> str:
        return result_line(event, self.header.currency, archived=self.archived)

    def _pot(self, number: int | None) -> str:
        if number is None:
            return "pot"
        if number == 0:
            return "main pot"
        return f"side pot #{number}" if max(pot or 0 for pot in self.paid) > 1 else "side pot"


def _cards(cards: Cards | None) -> str:
    return "" if cards is None else f" [{show_cards(cards)}]"


def _count(cards: int) -> str:
    return f"{cards} card{'s' if cards != 1 else ''}"


def _all_in(event: Post | Call | Bet | Raise) -> str:
    return ", and is all in" if event.all_in else ""
