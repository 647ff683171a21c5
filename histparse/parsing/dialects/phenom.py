"""Phenom Poker: a method for each terminal of `grammars/phenom.lark` that is not read as at most sites."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.hand import Limit, Reading, Seat, StatedPot, TableLine
from histparse.model.money import CURRENCIES, parse_amount
from histparse.parsing.dialects.common import CommonDialect, CommonSummary, parse_optional_number


class Phenom(CommonDialect, CommonSummary):
    """A hand as Phenom Poker is supposed to write it: no hand of this game has been seen."""

    site = "phenom"
    marks = "Phenom Poker "
    opening = r"Phenom Poker Hand #\w+: "
    figures = Reading(stated_pot=StatedPot.NONE, marks_all_in=False, tells_draws=False)

    def read_header(self, line: int, hand_id: str, small_blind: str, big_blind: str, time: str) -> None:
        """The blinds: the small bet is the big blind, and the big bet twice that.

        Nothing tells the zone of the time, nor which hand is the next one.
        """
        small, big = parse_amount(small_blind), parse_amount(big_blind)
        currency = CURRENCIES.get(small_blind[0], "play")
        header = self.build_header(line, hand_id, (Limit.FIXED, big, 2 * big), currency, time)
        self.header = replace(header, small_blind=small, big_blind=big, in_sequence=False)

    def read_table(self, line: int, table: str, seats: str, button: str | None) -> None:
        """The names of tables say nothing of the site."""
        self.table = TableLine(line, table, int(seats), parse_optional_number(button))

    def read_seat(self, line: int, seat: str, nickname: str, stack: str, absence: str | None) -> None:
        """Not everybody listed is dealt in: see `was_dealt_in`."""
        self.add_seat(Seat(line, int(seat), nickname, parse_amount(stack), absence is None))

    def was_dealt_in(self, seat: Seat) -> bool:
        """Nothing is known of marks: what a player does tells."""
        return self.takes_part_in_hand(seat)
