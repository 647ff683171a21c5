"""Violations TBL04: impossible values in the header and the seats."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Event, Result
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.legal_hand import LegalHand

CENTURY = 100
"""Years."""


@violation("TBL04")
def time_to_come(legal: LegalHand) -> Altered | None:
    """The clock is ahead by a century."""
    header = legal.hand.header
    if header.played_at is None or (header.played_at.month, header.played_at.day) == (2, 29):
        return None
    late = replace(header, played_at=header.played_at.replace(year=header.played_at.year + CENTURY))
    return Altered(legal.story, late, header=late)


@violation("TBL04")
def stakes_turned(legal: LegalHand) -> Altered:
    """The larger bet comes first."""
    header = legal.hand.header
    turned = replace(header, low=header.high, high=header.low)
    return Altered(legal.story, turned, header=turned)


@violation("TBL04")
def table_too_small(legal: LegalHand) -> Altered | None:
    """The table has a size that several seats are beyond: one mistake, found on the first of them."""
    wrong = [seat for seat in legal.hand.seats if seat.seat > 2]
    if len(wrong) < 2 or legal.hand.table.seats is None:
        return None
    table = replace(legal.hand.table, seats=2)
    return Altered(legal.story, wrong[0], table=table)


@violation("TBL04")
def seat_beyond_the_table(legal: LegalHand) -> Altered | None:
    """The last seat has a number that the table does not have. The order round the table stays."""
    size, last = legal.hand.table.seats, max(legal.hand.seats, key=lambda seat: seat.seat)
    if size is None or legal.hand.table.button == last.seat:
        return None
    beyond = replace(last, seat=size + legal.random.randint(1, 3))
    story = [_reseated(event, last.player, beyond.seat) for event in legal.story]
    return Altered(story, beyond, tuple(beyond if seat is last else seat for seat in legal.hand.seats))


def _reseated(event: Event, player: str, seat: int) -> Event:
    return replace(event, seat=seat) if isinstance(event, Result) and event.player == player else event
