"""Violations TBL04: impossible values in the header and the seats."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.simulate.violations.contract import violation
from histparse.simulate.violations.legal_hand import Altered, LegalHand, UnfitError, need

CENTURY = 100
"""Years."""


@violation("TBL04")
def time_to_come(legal: LegalHand) -> Altered:
    """The clock is ahead by a century."""
    header = legal.hand.header
    if header.played_at is None or (header.played_at.month, header.played_at.day) == (2, 29):
        raise UnfitError
    late = replace(header, played_at=header.played_at.replace(year=header.played_at.year + CENTURY))
    return Altered(legal.story, late, header=late)


@violation("TBL04")
def stakes_turned(legal: LegalHand) -> Altered:
    """The larger bet comes first."""
    header = legal.hand.header
    turned = replace(header, low=header.high, high=header.low)
    return Altered(legal.story, turned, header=turned)


@violation("TBL04")
def table_too_small(legal: LegalHand) -> Altered:
    """The table has a size that several seats are beyond: one mistake, found on the first of them."""
    wrong = [seat for seat in legal.hand.seats if seat.seat > 2]
    need(len(wrong) > 1 and legal.hand.table.seats is not None)
    return Altered(legal.story, wrong[0], table=replace(legal.hand.table, seats=2))


@violation("TBL04")
def seat_beyond_the_table(legal: LegalHand) -> Altered:
    """The last seat has a number that the table does not have. The order round the table stays."""
    size, last = legal.hand.table.seats, max(legal.hand.seats, key=lambda seat: seat.seat)
    if size is None or legal.hand.table.button == last.seat:
        raise UnfitError
    beyond = replace(last, seat=size + legal.random.randint(1, 3))
    seats = tuple(beyond if seat is last else seat for seat in legal.hand.seats)
    return Altered(legal.reseated(last.player, beyond.seat), beyond, seats)
