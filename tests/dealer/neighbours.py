"""Pairs of hands at a table that contradict each other on purpose: each is legal by itself.

As with single hands, the dealer plays them and one thing is altered; the judge is not involved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.events import Event, Result
from histparse.model.hand import Hand, Seat
from histparse.simulate.session import Dealer, invent_names, invent_table_names
from histparse.simulate.settings import Settings
from histparse.simulate.tables import CashTable, TournamentTable
from tests.dealer.writing import numbered, write

PATIENCE = 2_000
"""How many tables are tried before giving up."""
Table = CashTable | TournamentTable


class Contradiction(NamedTuple):
    """Two consecutive hands as one text; the later one is wrong, on that line of the text."""

    earlier: Hand
    later: Hand
    text: str
    line: int
    code: str


class AlteredPair(NamedTuple):
    """The two hands, and the wrong seat of the later one; None: its first line is wrong."""

    earlier: Hand
    later: Hand
    seat: Seat | None = None


Way = Callable[[Table, Dealer, Random], AlteredPair | None]
"""Deals at a table and alters what was dealt; None if there is nothing to alter."""
WAYS: dict[str, Way] = {}
"""The ways to alter a pair of hands, by the code of the rule they break."""


def neighbours(code: str) -> Callable[[Way], Way]:
    """Register the decorated function as the way to break that rule."""

    def enter(way: Way) -> Way:
        WAYS[code] = way
        return way

    return enter


def contradict(code: str, seed: int, settings: Settings) -> Iterator[Contradiction]:
    """Pairs of hands that break only that rule, each at a table of its own, an hour after the last.

    Ends when no more can be found. The same arguments give the same hands. Raises KeyError for a code not in WAYS.
    """
    random = Random(f"{code} {seed}")  # noqa: S311 - the same seed must give the same hands
    dealer, opened, idle = Dealer(settings, random), _open(settings, random), 0
    while idle < PATIENCE:
        altered = WAYS[code](next(opened), dealer, random)
        dealer.clock += timedelta(hours=1)
        idle = 0 if altered else idle + 1
        if altered:
            yield _written(code, altered)


def _open(settings: Settings, random: Random) -> Iterator[Table]:
    names, places, number = invent_names(random), invent_table_names(random), random.randrange(10**8, 10**9)
    while True:
        number += 1
        if settings.levels:
            yield TournamentTable(settings, random, names, number)
        else:
            yield CashTable(settings, random, names, next(places))


def _written(code: str, altered: AlteredPair) -> Contradiction:
    before, later = write(altered.earlier), numbered(altered.later)
    line = later.header.line
    if altered.seat is not None:
        line = next(seat.line for seat in later.seats if seat.seat == altered.seat.seat)
    text = before + write(altered.later)
    return Contradiction(altered.earlier, later, text, before.count("\n") + line, code)


@neighbours("SEQ01")
def chips_gone(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """A big bet is missing from the stack of somebody who does not need it."""
    earlier = dealer.deal(table.next_occasion())
    left = {occupant.name: occupant.stack for occupant in table.occupants}
    later = dealer.deal(table.next_occasion())
    less = later.header.high
    rich = [seat for seat in later.seats if 14 * less < seat.stack == left.get(seat.player)]
    bought = any(seat.stack != left.get(seat.player, seat.stack) for seat in later.seats)
    if len(later.seats) < 3 or not rich or bought:
        return None
    poor = random.choice(rich)
    seats = tuple(replace(seat, stack=seat.stack - less) if seat is poor else seat for seat in later.seats)
    events = tuple(_with_less(event, poor.player, less) for event in later.events)
    return AlteredPair(earlier, replace(later, seats=seats, events=events), poor)


@neighbours("SEQ02")
def time_goes_back(table: Table, dealer: Dealer, random: Random) -> AlteredPair:
    """The later hand begins before the earlier one."""
    earlier, later = (dealer.deal(table.next_occasion()) for _ in range(2))
    before = (earlier.header.played_at or dealer.clock) - timedelta(seconds=random.randrange(60, 500))
    return AlteredPair(earlier, replace(later, header=replace(later.header, played_at=before)))


@neighbours("SEQ03")
def hand_missing(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """The hand between the two, which changed most stacks, is left out."""
    earlier, between, later = (dealer.deal(table.next_occasion()) for _ in range(3))
    after = {seat.player: seat.stack for seat in between.seats}
    now = {seat.player: seat.stack for seat in later.seats}
    left = {seat.player for seat in earlier.seats} & after.keys() & now.keys()
    changed = [player for player in left if after[player] != now[player]]
    poorer = [player for player in changed if now[player] < after[player]]
    return AlteredPair(earlier, later) if poorer and len(changed) * 2 > len(left) else None


@neighbours("SEQ04")
def button_passes_a_seat(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """The button moves two seats at once."""
    earlier = dealer.deal(table.next_occasion())
    dealt = _dealt(earlier)
    seats = [occupant.seat for occupant in table.occupants if occupant.name in dealt]
    table.button = min((seat for seat in seats if seat > table.button), default=min(seats))
    later = dealer.deal(table.next_occasion())
    return AlteredPair(earlier, later) if _dealt(later) == dealt and len(dealt) > 2 else None


def _dealt(hand: Hand) -> set[str]:
    return {seat.player for seat in hand.seats if seat.dealt_in}


def _with_less(event: Event, player: str, chips: int) -> Event:
    """The event; if it states that player's remaining stack, with less."""
    if isinstance(event, Result) and event.player == player and event.stack is not None:
        return replace(event, stack=event.stack - chips)
    return event
