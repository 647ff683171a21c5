"""PokerStars: a line for each event, by one method for each kind of event."""

from __future__ import annotations

from typing import ClassVar

from histparse.export.play import PlayWriter
from histparse.export.pokerstars.amounts import show
from histparse.export.pokerstars.words import ORDINALS, says
from histparse.model.cards import Cards, show_cards
from histparse.model.events import (
    Bet,
    Call,
    Cancelled,
    Capped,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Fold,
    Muck,
    NoShow,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
    Uncalled,
)
from histparse.model.hand import Hand
from histparse.model.money import SIGNS
from histparse.parsing.dialects.pokerstars import PokerStars

_DRAWS = {1: "FIRST", 2: "SECOND", 3: "THIRD", 4: "FOURTH", 5: "FIFTH"}

_POSTS = {
    PostKind.ANTE: "the ante",
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.SMALL_AND_BIG: "small & big blinds",
    PostKind.EXTRA_BLIND: "big blind",
    PostKind.STRADDLE: "straddle",
    PostKind.BUTTON_BLIND: "button blind",
}


class Play(PlayWriter):
    """Writes the play of one hand, in its currency and with its side pots."""

    site = PokerStars.site
    always: ClassVar = {
        Capped: "Betting is capped",
        Reshuffle: "The deck is reshuffled",
        ShowdownBegins: "*** SHOW DOWN ***",
        Cancelled: "Hand cancelled",
        SummaryBegins: "*** SUMMARY ***",
    }

    def __init__(self, hand: Hand) -> None:
        self.sign = SIGNS.get(hand.header.currency, "")
        pots = [event.pot or 0 for event in hand.events if isinstance(event, Collect)]
        self.side_pots = max(pots, default=0)

    def _money(self, amount: int | None) -> str:
        return show(amount or 0, self.sign)

    def _post(self, event: Post) -> str:
        return f"{event.player}: posts {self.word(_POSTS, event.kind)} {self._money(event.amount)}{_all_in(event)}"

    def _deal(self, event: Deal) -> str:
        return f"Dealt to {event.player}{_cards(event.cards)}"

    def _fold(self, event: Fold) -> str:
        return f"{event.player}: folds{_cards(event.cards) if event.cards else ' '}"

    def _check(self, event: Check) -> str:
        return f"{event.player}: checks "

    def _call(self, event: Call) -> str:
        return f"{event.player}: calls {self._money(event.added)}{_all_in(event)}"

    def _bet(self, event: Bet) -> str:
        return f"{event.player}: bets {self._money(event.added)}{_all_in(event)}"

    def _raise(self, event: Raise) -> str:
        return f"{event.player}: raises {self._money(event.by)} to {self._money(event.to)}{_all_in(event)}"

    def _drawbegins(self, event: DrawBegins) -> str:
        return f"*** {_DRAWS[event.draw]} DRAW ***"

    def _discard(self, event: Discard) -> str:
        return f"{event.player}: discards {event.count} card{'s' if event.count != 1 else ''}{_cards(event.cards)}"

    def _receive(self, event: Receive) -> str:
        # With five new cards none are kept, and that bracket is left out.
        return f"Dealt to {event.player}{_cards(event.kept or None)}{_cards(event.new)}"

    def _standpat(self, event: StandPat) -> str:
        return f"{event.player}: stands pat{' ' if event.held is None else ' on'}{_cards(event.held)}"

    def _uncalled(self, event: Uncalled) -> str:
        return f"Uncalled bet ({self._money(event.amount)}) returned to {event.player}"

    def _show(self, event: Show) -> str:
        return f"{event.player}: shows{_cards(event.cards)} (Lo: {event.says or says(event.cards)})"

    def _muck(self, event: Muck) -> str:
        return f"{event.player}: mucks hand "

    def _noshow(self, event: NoShow) -> str:
        return f"{event.player}: doesn't show hand "

    def _collect(self, event: Collect) -> str:
        return f"{event.player} collected {self._money(event.amount)} from {self._pot(event.pot)}"

    def _total(self, event: Total) -> str:
        sides = "".join(
            f" {self._side('Side pot', number)} {self._money(side)}."
            for number, side in enumerate(event.sides, start=1)
        )
        split = f" Main pot {self._money(event.main)}.{sides}" if event.main is not None else ""
        return f"Total pot {self._money(event.pot)}{split} | Rake {self._money(event.rake)} "

    def _result(self, event: Result) -> str:
        where = "".join(f" ({position})" for position in event.positions)
        return f"Seat {event.seat}: {event.player}{where} {self._ended(event)}"

    def _note(self, event: Note) -> str:
        # Notes are stored without the trailing blank of their line.
        blank = event.kind == "join" or event.text.endswith(": sits out")
        return f"{event.text} " if blank else event.text

    def _pot(self, number: int | None) -> str:
        if number is None:
            return "pot"
        return "main pot" if number == 0 else self._side("side pot", number)

    def _side(self, words: str, number: int) -> str:
        """A single side pot has no number."""
        return words if self.side_pots == 1 else f"{words}-{number}"

    def _ended(self, event: Result) -> str:
        if event.outcome is Outcome.FOLDED:
            when = (
                f"after the {event.folded_after}{ORDINALS[event.folded_after]}" if event.folded_after else "before the"
            )
            no_bet = " (didn't bet)" if event.bet is False else ""
            return f"folded {when} Draw{no_bet}"
        if event.outcome is Outcome.COLLECTED:
            return f"collected ({self._money(event.won)})"
        if event.outcome is Outcome.MUCKED:
            return f"mucked{_cards(event.cards)}"
        how = "lost" if event.won is None else f"won ({self._money(event.won)})"
        cards = event.cards or ()
        return f"showed{_cards(cards)} and {how} with Lo: {event.says or says(cards)}"


def _cards(cards: Cards | None) -> str:
    return "" if cards is None else f" [{show_cards(cards)}]"


def _all_in(event: Post | Call | Bet | Raise) -> str:
    return " and is all-in" if event.all_in else ""
