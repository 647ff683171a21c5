"""The summary as most sites write it: the pot, and a line for each player."""

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from functools import lru_cache

from histparse.model.cards import parse_cards
from histparse.model.events import Event, Outcome, Result, SummaryBegins, Total
from histparse.model.hand import Hand
from histparse.model.money import parse_amount
from histparse.parsing.dialects.base import Dialect
from histparse.parsing.dialects.common import amount_of, cards_of

_POSITION = re.compile(r"\(([^()]+)\)")
_SIDE_POT = re.compile(r"pot(?:[ -]#?\d)? (\S+)\.")


class CommonSummary(Dialect):
    """A dialect whose summary gives `Seat n: name (positions) result`."""

    def hand(self, path: str) -> Hand | None:
        """The line with the pot, which ends a complete text, may be one that was not read: others follow it."""
        begins = next((event.line for event in self.events if isinstance(event, SummaryBegins)), self.last)
        self.complete |= any(begins < line < self.last for line in self.unknown)
        return super().hand(path)

    def read_total(self, line: int, pot: str, main: str | None, sides: str | None, rake: str) -> Event:
        """The pot before rake, and its parts if there are side pots."""
        self.complete = True
        parts = tuple(parse_amount(side) for side in _SIDE_POT.findall(sides or ""))
        return Total(line, parse_amount(pot), parse_amount(rake), amount_of(main), parts)

    def read_folded(
        self, line: int, player: str, seat: str, positions: str, draws: str | None, no_bet: str | None
    ) -> Event:
        """When a player folded: after how many draws."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.FOLDED,
            positions_of(positions),
            folded_after=int(draws or 0),
            bet=False if no_bet else None,
        )

    def read_collected(self, line: int, player: str, seat: str, positions: str, won: str) -> Event:
        """Won without showing."""
        return Result(line, int(seat), player, Outcome.COLLECTED, positions_of(positions), won=parse_amount(won))

    def read_mucked(self, line: int, player: str, seat: str, positions: str, cards: str | None) -> Result:
        """Lost without showing; the cards are printed here."""
        return Result(line, int(seat), player, Outcome.MUCKED, positions_of(positions), cards=cards_of(cards))

    def read_showed(
        self, line: int, player: str, seat: str, positions: str, cards: str, won: str | None, reading: str | None
    ) -> Event:
        """Won or lost at the showdown."""
        return Result(
            line,
            int(seat),
            player,
            Outcome.SHOWED,
            positions_of(positions),
            cards=parse_cards(cards),
            won=amount_of(won),
            says=reading,
        )


@lru_cache(maxsize=64)
def positions_of(text: str) -> tuple[str, ...]:
    """` (button) (small blind)` means both."""
    return tuple(_POSITION.findall(text)) if text else ()
