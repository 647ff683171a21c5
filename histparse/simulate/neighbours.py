"""Two hands of a table that contradict each other, on purpose: each is legal by itself.

As with single hands, the dealer plays them and one thing is spoiled; the judge is not asked what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from histparse.export import numbered, write
from histparse.model.events import Event, Result
from histparse.model.hand import Hand, Seat
from histparse.simulate.cash import CashTable
from histparse.simulate.names import people, tables
from histparse.simulate.session import Desk
from histparse.simulate.settings import Settings
from histparse.simulate.tournament import TournamentTable

PATIENCE = 2_000
"""Tables looked at before a way is given up."""
Table = CashTable | TournamentTable


class Contradiction(NamedTuple):
    """Two hands that follow each other, as one text; the later one is wrong, on that line of the text."""

    earlier: Hand
    later: Hand
    text: str
    line: int
    code: str


class Spoilt(NamedTuple):
    """The two, and the seat of the later one that is wrong; None: its first line is."""

    earlier: Hand
    later: Hand
    seat: Seat | None = None


Way = Callable[[Table, Desk, Random], Spoilt | None]
"""Deals at a table and spoils what was dealt, or finds nothing to spoil."""
WAYS: dict[str, Way] = {}
"""By code."""


def neighbours(code: str) -> Callable[[Way], Way]:
    """Enter the decorated function as the way to break that rule."""

    def enter(way: Way) -> Way:
        WAYS[code] = way
        return way

    return enter


def contradict(code: str, seed: int, settings: Settings) -> Iterator[Contradiction]:
    """Pairs of hands that break that rule and no other, each at a table of its own, an hour after the last.

    Ends when none come any more. The same arguments give the same hands. Raises KeyError for a code not in WAYS.
    """
    random = Random(f"{code} {seed}")  # noqa: S311 - the same seed must give the same hands
    desk, opened, idle = Desk(settings, random), _open(settings, random), 0
    while idle < PATIENCE:
        spoilt = WAYS[code](next(opened), desk, random)
        desk.clock += timedelta(hours=1)
        idle = 0 if spoilt else idle + 1
        if spoilt:
            yield _written(code, spoilt)


def _open(settings: Settings, random: Random) -> Iterator[Table]:
    names, places, number = people(random), tables(random), random.randrange(10**8, 10**9)
    while True:
        number += 1
        if settings.levels:
            yield TournamentTable(settings, random, names, number)
        else:
            yield CashTable(settings, random, names, next(places))


def _written(code: str, spoilt: Spoilt) -> Contradiction:
    before, later = write(spoilt.earlier), numbered(spoilt.later)
    line = later.header.line
    if spoilt.seat is not None:
        line = next(seat.line for seat in later.seats if seat.seat == spoilt.seat.seat)
    text = before + write(spoilt.later)
    return Contradiction(spoilt.earlier, later, text, before.count("\n") + line, code)


@neighbours("SEQ01")
def chips_gone(table: Table, desk: Desk, random: Random) -> Spoilt | None:
    """A big bet is missing in the stack of somebody who does not need it."""
    earlier = desk.deal(table.next())
    left = {guest.name: guest.stack for guest in table.guests}
    later = desk.deal(table.next())
    less = later.header.high
    rich = [seat for seat in later.seats if 14 * less < seat.stack == left.get(seat.player)]
    bought = any(seat.stack != left.get(seat.player, seat.stack) for seat in later.seats)
    if len(later.seats) < 3 or not rich or bought:
        return None
    poor = random.choice(rich)
    seats = tuple(replace(seat, stack=seat.stack - less) if seat is poor else seat for seat in later.seats)
    events = tuple(_with_less(event, poor.player, less) for event in later.events)
    return Spoilt(earlier, replace(later, seats=seats, events=events), poor)


@neighbours("SEQ02")
def time_goes_back(table: Table, desk: Desk, random: Random) -> Spoilt:
    """The later hand begins before the earlier one."""
    earlier, later = (desk.deal(table.next()) for _ in range(2))
    before = (earlier.header.played_at or desk.clock) - timedelta(seconds=random.randrange(60, 500))
    return Spoilt(earlier, replace(later, header=replace(later.header, played_at=before)))


@neighbours("SEQ03")
def hand_missing(table: Table, desk: Desk, random: Random) -> Spoilt | None:
    """The hand between the two, which changed most stacks, is left out."""
    earlier, between, later = (desk.deal(table.next()) for _ in range(3))
    after = {seat.player: seat.stack for seat in between.seats}
    now = {seat.player: seat.stack for seat in later.seats}
    left = {seat.player for seat in earlier.seats} & after.keys() & now.keys()
    changed = [player for player in left if after[player] != now[player]]
    poorer = [player for player in changed if now[player] < after[player]]
    return Spoilt(earlier, later) if poorer and len(changed) * 2 > len(left) else None


@neighbours("SEQ04")
def button_passes_a_seat(table: Table, desk: Desk, random: Random) -> Spoilt | None:
    """The button goes two seats on at once."""
    earlier = desk.deal(table.next())
    dealt = _dealt(earlier)
    seats = [guest.seat for guest in table.guests if guest.name in dealt]
    table.button = min((seat for seat in seats if seat > table.button), default=min(seats))
    later = desk.deal(table.next())
    return Spoilt(earlier, later) if _dealt(later) == dealt and len(dealt) > 2 else None


def _dealt(hand: Hand) -> set[str]:
    return {seat.player for seat in hand.seats if seat.dealt_in}


def _with_less(event: Event, player: str, chips: int) -> Event:
    """The event; where it tells what is left of that player's stack, with less."""
    if isinstance(event, Result) and event.player == player and event.stack is not None:
        return replace(event, stack=event.stack - chips)
    return event
