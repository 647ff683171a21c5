"""Lines of play that most sites share: their parts come in the same order, whatever words are in between."""

from __future__ import annotations

from histparse.model.cards import Cards, parse_cards
from histparse.model.events import (
    Bet,
    Call,
    Cancelled,
    Capped,
    Check,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    NoShow,
    Raise,
    Receive,
    Reshuffle,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Uncalled,
)
from histparse.model.money import parse_amount
from histparse.parsing.dialects.base import Dialect

_DRAWS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "FOURTH": 4, "FIFTH": 5}


class CommonDialect(Dialect):
    """A dialect that overrides only the lines its site writes differently."""

    draw_begun = False

    def read_deal(self, line: int, player: str, cards: str, new: str | None) -> Event:
        """Cards in one bracket are the deal before the first draw, and five fresh cards after it."""
        if new is not None:
            kept, got = parse_cards(cards), parse_cards(new)
            return Receive(line, player, len(got), kept, got)
        if self.draw_begun:
            got = parse_cards(cards)
            return Receive(line, player, len(got), (), got)
        self.hero = player
        return Deal(line, player, parse_cards(cards))

    def read_fold(self, line: int, player: str, cards: str | None) -> Event:
        """Some players turn up a card as they fold."""
        return Fold(line, player, parse_cards(cards) if cards else ())

    def read_check(self, line: int, player: str) -> Event:
        """Nothing but the player."""
        return Check(line, player)

    def read_call(self, line: int, player: str, added: str, all_in: str | None) -> Event:
        """The amount is what the player adds."""
        return Call(line, player, parse_amount(added), None, all_in is not None)

    def read_bet(self, line: int, player: str, added: str, all_in: str | None) -> Event:
        """The first chips of a round."""
        return Bet(line, player, parse_amount(added), all_in is not None)

    def read_raise(self, line: int, player: str, by: str, to: str, all_in: str | None) -> Event:
        """First the size of the raise, then the player's total in this round."""
        return Raise(line, player, parse_amount(by), parse_amount(to), all_in is not None)

    def read_capped(self, line: int) -> Event:
        """Printed after the last permitted raise."""
        return Capped(line)

    def read_draw(self, line: int, which: str) -> DrawBegins:
        """From here on cards in a single bracket are drawn ones."""
        self.draw_begun = True
        return DrawBegins(line, _DRAWS[which])

    def read_discard(self, line: int, player: str, count: str, cards: str | None) -> Event:
        """Only the hero's cards are shown."""
        return Discard(line, player, int(count), cards_of(cards))

    def read_stand_pat(self, line: int, player: str, held: str | None) -> Event:
        """Only the hero's cards are repeated."""
        return StandPat(line, player, cards_of(held))

    def read_reshuffle(self, line: int) -> Event:
        """Printed before the discard it serves."""
        return Reshuffle(line)

    def read_uncalled(self, line: int, player: str, amount: str) -> Event:
        """Always on a line of its own."""
        return Uncalled(line, player, parse_amount(amount))

    def read_showdown(self, line: int) -> Event:
        """The heading."""
        return ShowdownBegins(line)

    def read_show(self, line: int, player: str, cards: str, says: str | None) -> Event:
        """The cards are in no particular order."""
        return Show(line, player, parse_cards(cards), says)

    def read_muck(self, line: int, player: str) -> Event:
        """A loser at the showdown; the summary may show their cards."""
        return Muck(line, player)

    def read_no_show(self, line: int, player: str) -> Event:
        """An uncontested winner."""
        return NoShow(line, player)

    def read_cancelled(self, line: int) -> Event:
        """The summary that follows states no pot."""
        self.complete, self.cancelled = True, line
        return Cancelled(line)

    def read_summary(self, line: int) -> Event:
        """The heading."""
        return SummaryBegins(line)


def cards_of(text: str | None) -> Cards | None:
    """The cards of a bracket that may be absent."""
    return None if text is None else parse_cards(text)


def amount_of(text: str | None) -> int | None:
    """An amount that may be absent."""
    return None if text is None else parse_amount(text)
