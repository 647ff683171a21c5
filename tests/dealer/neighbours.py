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
    """Two consecutive hands as one text; the second one is wrong, on that line of the text."""

    first: Hand
    second: Hand
    text: str
    line: int
    code: str


class AlteredPair(NamedTuple):
    """The two hands, and the wrong seat of the second; None: its first line is wrong."""

    first: Hand
    second: Hand
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
    first_text, second = write(altered.first), numbered(altered.second)
    line = second.header.line
    if altered.seat is not None:
        line = next(seat.line for seat in second.seats if seat.seat == altered.seat.seat)
    text = first_text + write(altered.second)
    return Contradiction(altered.first, second, text, first_text.count("\n") + line, code)


@neighbours("SEQ01")
def chips_gone(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """A big bet is missing from the stack of somebody who does not need it."""
    first = dealer.deal(table.next_occasion())
    left = {occupant.name: occupant.stack for occupant in table.occupants}
    second = dealer.deal(table.next_occasion())
    loss = second.header.high
    rich = [seat for seat in second.seats if 14 * loss < seat.stack == left.get(seat.player)]
    bought = any(seat.stack != left.get(seat.player, seat.stack) for seat in second.seats)
    if len(second.seats) < 3 or not rich or bought:
        return None
    poor = random.choice(rich)
    seats = tuple(replace(seat, stack=seat.stack - loss) if seat is poor else seat for seat in second.seats)
    events = tuple(_with_loss(event, poor.player, loss) for event in second.events)
    return AlteredPair(first, replace(second, seats=seats, events=events), poor)


@neighbours("SEQ02")
def time_goes_back(table: Table, dealer: Dealer, random: Random) -> AlteredPair:
    """The second hand begins before the first."""
    first, second = (dealer.deal(table.next_occasion()) for _ in range(2))
    moment = (first.header.played_at or dealer.clock) - timedelta(seconds=random.randrange(60, 500))
    return AlteredPair(first, replace(second, header=replace(second.header, played_at=moment)))


@neighbours("SEQ03")
def hand_missing(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """The hand between the two, which changed most stacks, is left out."""
    first, missing, second = (dealer.deal(table.next_occasion()) for _ in range(3))
    stacks = {seat.player: seat.stack for seat in missing.seats}
    stacks_after = {seat.player: seat.stack for seat in second.seats}
    staying = {seat.player for seat in first.seats} & stacks.keys() & stacks_after.keys()
    changed = [player for player in staying if stacks[player] != stacks_after[player]]
    poorer = [player for player in changed if stacks_after[player] < stacks[player]]
    return AlteredPair(first, second) if poorer and len(changed) * 2 > len(staying) else None


@neighbours("SEQ04")
def button_passes_a_seat(table: Table, dealer: Dealer, random: Random) -> AlteredPair | None:
    """The button moves two seats at once."""
    first = dealer.deal(table.next_occasion())
    dealt = _dealt(first)
    seats = [occupant.seat for occupant in table.occupants if occupant.name in dealt]
    table.button = min((seat for seat in seats if seat > table.button), default=min(seats))
    second = dealer.deal(table.next_occasion())
    return AlteredPair(first, second) if _dealt(second) == dealt and len(dealt) > 2 else None


def _dealt(hand: Hand) -> set[str]:
    return {seat.player for seat in hand.seats if seat.dealt_in}


def _with_loss(event: Event, player: str, chips: int) -> Event:
    """The event; if it states that player's remaining stack, with less."""
    if isinstance(event, Result) and event.player == player and event.stack is not None:
        return replace(event, stack=event.stack - chips)
    return event
