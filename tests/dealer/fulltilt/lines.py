"""Full Tilt: its lines, in the wording of their time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from histparse.export.contract import DEAL_HEADING, Line
from histparse.export.line_writer import ORDINALS, LineWriter
from histparse.model import events as ev
from histparse.model.cards import show_cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand
from histparse.model.money import show_amount
from histparse.parsing.dialects.fulltilt import FullTilt
from tests.dealer.fulltilt.chips import Chips
from tests.dealer.fulltilt.header import NEW_CLIENT, header_line, is_archived, played_since, seat_line


class FullTiltLines(LineWriter):
    """The lines of one hand, in its currency."""

    site = FullTilt.site
    words: ClassVar = {
        "post": "{player} {kind} {amount}{all_in}",
        "deal": "Dealt to {player}{cards}",
        "fold": "{player} folds",
        "check": "{player} checks",
        "call": "{player} calls {added}{all_in}",
        "bet": "{player} bets {added}{all_in}",
        "raise": "{player} raises to {to}{all_in}",
        "uncalled": "Uncalled bet of {amount} returned to {player}",
        "drawbegins": "*** {draw} DRAW ***{pot_so_far}",
        "discard": "{player} discards {count} card{s}{cards}",
        "receive": "{received}",
        "standpat": "{player} stands pat{on}{held}",
        "showdownbegins": "*** SHOW DOWN ***",
        "show": "{player} shows{cards}{says}",
        "muck": "{player} mucks",
        "collect": "{player} {wins} the {which_pot} ({amount}){hand}",
        "cancelled": "{cancelled}",
        "summarybegins": "*** SUMMARY ***",
        "total": "Total pot {pot}{parts} | Rake {rake}",
        "result": "Seat {seat}: {player}{positions}{ended}",
        "note": "{text}",
    }
    posts: ClassVar = {
        PostKind.ANTE: "antes",
        PostKind.SMALL_BLIND: "posts the small blind of",
        PostKind.BIG_BLIND: "posts the big blind of",
        PostKind.DEAD_BLIND: "posts a dead small blind of",
        PostKind.EXTRA_BLIND: "posts",
    }
    draws = ("FIRST", "SECOND", "THIRD", "FOURTH")
    all_in = ", and is all in"
    side_pot_paid = "side pot #"
    side_of_total = "Side pot "

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.archived = is_archived(hand)
        self.ledger = Chips(hand)
        self.is_play_begun = hand.table.button is None
        self.summed_up = False
        self.paid = Counter(event.pot for event in ev.of_type(hand.events, ev.Collect))
        """How many players each pot is paid to."""

    def opening_lines(self) -> Iterator[Line]:
        """One line for header and table, then the seats."""
        yield (self.header, self.hand.table), header_line(self.hand)
        if self.archived:
            yield None, ""
        yield from ((seat, seat_line(seat, self.header)) for seat in self.hand.seats)

    def lines_before(self, event: Event) -> Iterator[str]:
        """Button and heading; a hand that was read has the heading among its notes, one without cards has none."""
        posted = isinstance(event, ev.Post) or (isinstance(event, ev.Note) and event.kind != DEAL_HEADING)
        if self.is_play_begun or posted:
            return
        self.is_play_begun = True
        yield f"The button is in seat #{self.hand.table.button}"
        headed = any(note.kind == DEAL_HEADING for note in self.hand.notes)
        if not headed and not isinstance(event, ev.Cancelled | ev.SummaryBegins):
            yield "*** HOLE CARDS ***"

    def line(self, event: Event) -> str:
        """The line for that event; headings state the pot."""
        self.ledger.apply_event(event)
        self.summed_up |= isinstance(event, ev.SummaryBegins)
        return super().line(event)

    def money(self, amount: int) -> str:
        """`$1,500.50`."""
        return show_amount(amount, self.header.currency)

    def _pot_so_far(self, _event: ev.DrawBegins) -> str:
        """Each client has its own wording, the archive none."""
        pot = self.money(self.ledger.pot)
        if self.archived:
            return ""
        if not played_since(self.header, NEW_CLIENT):
            return f" (Pot: {pot})"
        all_in = f", {len(self.ledger.all_in)} All-In" if self.ledger.all_in else ""
        return f" (Total Pot: {pot}, {self.ledger.contenders} Players{all_in})"

    def _received(self, event: ev.Receive) -> str:
        if event.new is None:
            return f"{event.player} is dealt {event.count} card{self._s(event)}"
        return f"Dealt to {event.player}{self._kept(event)}{self.cards(event.new)}"

    def _on(self, event: ev.StandPat) -> str:
        return " on" if event.held else ""

    def _says(self, event: ev.Show) -> str:
        return f" {event.says}" if event.says else ""

    def _wins(self, event: ev.Collect) -> str:
        return "ties for" if self.paid[event.pot] > 1 else "wins"

    def _hand(self, event: ev.Collect) -> str:
        return "" if event.says is None else f" with {event.says}"

    def _cancelled(self, event: ev.Cancelled) -> str:
        """A dead hand has no line of its own, only a pot of 0."""
        if self.summed_up:
            return self.line(ev.Total(event.line, 0, 0))
        return f"Hand #{self.header.hand_id} has been canceled"

    # --- the summary --------------------------------------------------------------------------------------

    def _ended(self, event: ev.Result) -> str:
        """The archive has some wording of its own."""
        won, cards = f"({self.money(event.won or 0)})", f"[{show_cards(event.cards or ())}]"
        match event.outcome:
            case Outcome.FOLDED:
                return self._folded(event)
            case Outcome.COLLECTED:
                return f" collected {won}" if self.archived else f" collected {won}, mucked"
            case Outcome.MUCKED:
                return f" mucked {cards} - {event.says}" if event.cards else " mucked"
            case Outcome.SHOWED:
                return f" showed {cards} and {'lost' if event.won is None else f'won {won}'} with {event.says}"
            case Outcome.SITTING_OUT:
                return " is sitting out"
            case Outcome.UNSAID:
                return ""

    def _folded(self, event: ev.Result) -> str:
        if event.folded_after:
            return f" folded after the {event.folded_after}{ORDINALS[event.folded_after]} Draw"
        if self.archived:
            return " folded before the draw" if event.bet is None else " didn't bet (folded)"
        return " folded before the Draw" if event.bet is None else " folded before the Draw (didn't bet)"
