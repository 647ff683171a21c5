"""The types that writers exchange."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.errors import count
from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Seat, TableLine

Record = Header | TableLine | Seat | Event
DEAL_HEADING = "dealing hands"
"""The kind of note that the heading of the deal is where a hand was read: writers place it themselves."""
Line = tuple[Record | tuple[Record, ...] | None, str]
"""A line's record and text: several records if it states them all, None if it states none, like `*** DEALING HANDS
***`."""


class Remark(NamedTuple):
    """A note such as chat, before it is put into a site's words. `kind` as in `events.Note`."""

    kind: str
    player: str
    words: str = ""
    """The chat, the state of a connection, or the reason for sitting out."""
    number: int = 0
    """A seat, or a place in a tournament."""
    prize: int = 0
    """In 1/100 of `currency`."""
    currency: str = ""


class UnwritableError(ValueError):
    """A site cannot express something in a hand; the message is one sentence.

    `remedy`: what makes it do so, if anything does: the name of an option, and perhaps a value: `currency EUR`.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class Given(Struct, frozen=True):
    """Facts given for all hands whose text does not say them; None: nothing."""

    currency: str | None = None
    """ISO code, or `play`: amounts are kept, only their sign is another. Chips of tournaments have none."""
    date: datetime | None = None
    """When hands were played whose text does not say so; aware."""
    seats: int | None = None
    """How many seats tables have whose text does not say so."""


NOTHING = Given()


def apply_given_facts_or_refuse(hand: Hand, given: Given) -> Hand:
    """The hand with what is said of it. Raises UnwritableError where that cannot be."""
    header, table = hand.header, hand.table
    if header.played_at is None:
        header = replace(header, played_at=given.date, zone=None)
    if given.currency is not None:
        stakes = header.currency if header.currency in ("chips", "play") else given.currency
        tournament = header.tournament and replace(
            header.tournament, currency=header.tournament.currency and given.currency
        )
        header = replace(header, currency=stakes, tournament=tournament)
        table = replace(table, play_money=table.play_money or given.currency == "play")
    if table.seats is None and given.seats is not None:
        highest = max(seat.seat for seat in hand.seats) + 1 - hand.reading.first_seat
        if given.seats < highest:
            raise UnwritableError(
                f"somebody sits in seat {highest}, at a table of {count(given.seats, 'seat')}", f"table-seats {highest}"
            )
        table = replace(table, seats=given.seats)
    return replace(hand, header=header, table=table)
