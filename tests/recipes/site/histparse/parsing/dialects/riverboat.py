"""Riverboat, a site that never was: a method for each terminal of `grammars/riverboat.lark`."""

from __future__ import annotations

from histparse.model.cards import parse_cards
from histparse.model.events import (
    Bet,
    Call,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Show,
    StandPat,
    Total,
    Uncalled,
)
from histparse.model.hand import Header, Limit, Seat, TableLine
from histparse.model.money import parse_amount
from histparse.parsing.dialects.base import Dialect


class Riverboat(Dialect):
    """Few words, and each of them on a line of its own."""

    site = "riverboat"
    opening = r"Riverboat hand \d"

    def read_header(self, line: int, hand_id: str, low: str, high: str, time: str) -> None:
        """Bets, then the time."""
        played_at, zone = self.parse_time_and_note_doubt(line, time)
        low_, high_ = parse_amount(low), parse_amount(high)
        self.header = Header(line, self.site, hand_id, Limit.FIXED, low_, high_, "USD", played_at, zone)

    def read_table(self, line: int, name: str, button: str) -> None:
        """No number of seats."""
        self.table = TableLine(line, name, None, int(button))

    def read_seat(self, line: int, seat: str, name: str, stack: str) -> None:
        """Whoever has a seat is dealt in."""
        self.add_seat(Seat(line, int(seat), name, parse_amount(stack)))

    def read_post(self, line: int, player: str, amount: str, kind: str) -> Event:
        """Called as we call it."""
        return Post(line, player, PostKind(kind), parse_amount(amount))

    def read_deal(self, line: int, player: str, cards: str) -> Event:
        """Only the hero's."""
        self.hero = player
        return Deal(line, player, parse_cards(cards))

    def read_draw(self, line: int, number: str) -> Event:
        """The number is that of the draw."""
        return DrawBegins(line, int(number))

    def read_fold(self, line: int, player: str) -> Event:
        """Nothing but the player."""
        return Fold(line, player)

    def read_check(self, line: int, player: str) -> Event:
        """Nothing but the player."""
        return Check(line, player)

    def read_call(self, line: int, player: str, added: str) -> Event:
        """The chips added."""
        return Call(line, player, parse_amount(added))

    def read_bet(self, line: int, player: str, added: str) -> Event:
        """The first chips of a round."""
        return Bet(line, player, parse_amount(added))

    def read_raise(self, line: int, player: str, to: str) -> Event:
        """The total of the round."""
        return Raise(line, player, None, parse_amount(to))

    def read_throw(self, line: int, player: str, count: str, thrown: str | None, new: str | None) -> Event:
        """Cards only of the hero."""
        if thrown is None or new is None:
            return Discard(line, player, int(count))
        self.events.append(Discard(line, player, int(count), parse_cards(thrown)))
        return Receive(line, player, new=parse_cards(new))

    def read_pat(self, line: int, player: str) -> Event:
        """Nothing but the player."""
        return StandPat(line, player)

    def read_show(self, line: int, player: str, cards: str) -> Event:
        """At the end."""
        return Show(line, player, parse_cards(cards))

    def read_back(self, line: int, player: str, amount: str) -> Event:
        """The part of a bet that nobody called."""
        return Uncalled(line, player, parse_amount(amount))

    def read_win(self, line: int, player: str, amount: str) -> Event:
        """There is one pot."""
        return Collect(line, player, parse_amount(amount))

    def read_pot(self, line: int, pot: str, rake: str) -> Event:
        """The last line of a hand."""
        self.complete = True
        return Total(line, parse_amount(pot), parse_amount(rake))
