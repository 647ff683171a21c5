"""PokerStars: its lines, down to the trailing blanks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from histparse.export.contract import DEAL_HEADING, Line
from histparse.export.line_writer import LineWriter
from histparse.export.pokerstars.header import header_line, seat_line, table_line
from histparse.export.pokerstars.words import says
from histparse.export.wording import ORDINALS
from histparse.model import events as ev
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand
from histparse.model.money import SIGNS, bare
from histparse.parsing.dialects.pokerstars import PokerStars


class PokerStarsLines(LineWriter):
    """The lines of one hand, in its currency."""

    site = PokerStars.site
    words: ClassVar = {
        "post": "{player}: posts {kind} {amount}{all_in}",
        "deal": "Dealt to {player}{cards}",
        "fold": "{player}: folds{turned_up}",
        "check": "{player}: checks ",
        "call": "{player}: calls {added}{all_in}",
        "bet": "{player}: bets {added}{all_in}",
        "raise": "{player}: raises {by} to {to}{all_in}",
        "capped": "Betting is capped",
        "uncalled": "Uncalled bet ({amount}) returned to {player}",
        "drawbegins": "*** {draw} DRAW ***",
        "reshuffle": "The deck is reshuffled",
        "discard": "{player}: discards {count} card{s}{cards}",
        "receive": "Dealt to {player}{kept}{new}",
        "standpat": "{player}: stands pat{on}{held}",
        "showdownbegins": "*** SHOW DOWN ***",
        "show": "{player}: shows{cards} (Lo: {says})",
        "muck": "{player}: mucks hand ",
        "noshow": "{player}: doesn't show hand ",
        "collect": "{player} collected {amount} from {which_pot}",
        "cancelled": "Hand cancelled",
        "summarybegins": "*** SUMMARY ***",
        "total": "Total pot {pot}{parts} | Rake {rake} ",
        "result": "Seat {seat}: {player}{positions} {ended}",
        "note": "{text}{blank}",
    }
    posts: ClassVar = {
        PostKind.ANTE: "the ante",
        PostKind.SMALL_BLIND: "small blind",
        PostKind.BIG_BLIND: "big blind",
        PostKind.SMALL_AND_BIG: "small & big blinds",
        PostKind.EXTRA_BLIND: "big blind",
        PostKind.STRADDLE: "straddle",
        PostKind.BUTTON_BLIND: "button blind",
    }
    draws = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.sign = SIGNS.get(hand.header.currency, "")
        # A hand that was read has the heading of the deal among its notes.
        self.dealt = any(note.kind == DEAL_HEADING for note in hand.notes)

    def opening(self) -> Iterator[Line]:
        """Header, table and seats."""
        yield self.header, header_line(self.hand)
        yield self.hand.table, table_line(self.hand.table)
        yield from ((seat, seat_line(seat, self.header)) for seat in self.hand.seats)

    def before(self, event: Event) -> Iterator[str]:
        """The heading of the deal."""
        if not self.dealt and not isinstance(event, ev.Post | ev.Note | ev.Cancelled | ev.SummaryBegins):
            self.dealt = True
            yield "*** DEALING HANDS ***"

    def money(self, amount: int) -> str:
        """`$1.50`, `1600`."""
        return self.sign + bare(amount)

    def _turned_up(self, event: ev.Fold) -> str:
        return self.cards(event.cards) if event.cards else " "

    def _on(self, event: ev.StandPat) -> str:
        return " " if event.held is None else " on"

    def _says(self, event: ev.Show | ev.Result) -> str:
        return event.says or says(event.cards or ())

    def _blank(self, event: ev.Note) -> str:
        """Notes are stored without the trailing blank of their line."""
        return " " if event.kind == "join" or event.text.endswith(": sits out") else ""

    def _ended(self, event: ev.Result) -> str:
        won = f"({self.money(event.won or 0)})"
        match event.outcome:
            case Outcome.FOLDED:
                draw = event.folded_after
                when = f"after the {draw}{ORDINALS[draw]}" if draw else "before the"
                return f"folded {when} Draw" + " (didn't bet)" * (event.bet is False)
            case Outcome.COLLECTED:
                return f"collected {won}"
            case Outcome.MUCKED:
                return f"mucked{self.cards(event.cards)}"
        how = "lost" if event.won is None else f"won {won}"
        return f"showed{self.cards(event.cards or ())} and {how} with Lo: {self._says(event)}"
