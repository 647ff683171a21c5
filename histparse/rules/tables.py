"""Step 4, rules TBL: who sits where."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Event
from histparse.model.findings import Severity
from histparse.replay.steps import HandBegins, StrangerActs
from histparse.replay.table import Table
from histparse.rules.registry import Fact, Violation, step_rule


@step_rule(
    "TBL01",
    "more players dealt in than the house allows",
    on=(HandBegins,),
    doubts=(Fact.STUB,),
)
def too_many_players(table: Table, step: Event) -> Iterator[Violation]:
    """At most six players are dealt in (KingsClub deals seven): with more the deck could not fill the draws.

    Sources: the five rule pages; house profiles. Example: a seventh seat line at a six-handed site.
    """
    most = table.house.most_players
    if len(table.players) > most:
        seats = sorted((seat for seat in table.hand.seats if seat.dealt_in), key=lambda seat: seat.line)
        yield Violation(
            "{dealt} players are dealt in; the house allows {most}",
            seats[most].line,
            dealt=len(table.players),
            most=most,
        )


@step_rule(
    "TBL02",
    "a seat or player occurs twice, or somebody without a seat acts",
    on=(HandBegins,),
    doubts=tuple(Fact),
)
def seated_twice(table: Table, step: Event) -> Iterator[Violation]:
    """A seat holds one player, a player sits on one seat, and only a player dealt in can act.

    Sources: the order of every hand history. Example: two lines `Seat 3`, or `Ghost: calls $1` without a seat line.
    """
    everybody = table.hand.seats
    if len({seat.seat for seat in everybody}) == len(everybody) == len({seat.player for seat in everybody}):
        return
    seats: dict[int, str] = {}
    players: dict[str, int] = {}
    for seat in everybody:
        if seat.seat in seats:
            template = "seat {seat} is taken twice, by {first} and {second}"
            yield Violation(template, seat.line, seat=seat.seat, first=seats[seat.seat], second=seat.player)
        elif seat.player in players:
            template = "{name} sits on seats {first} and {second}"
            yield Violation(template, seat.line, name=seat.player, first=players[seat.player], second=seat.seat)
        seats.setdefault(seat.seat, seat.player)
        players.setdefault(seat.player, seat.seat)


@step_rule("TBL02", on=(StrangerActs,), rests_on=(Fact.SEATED,), doubts=tuple(Fact))
def stranger(table: Table, step: StrangerActs) -> Iterator[Violation]:
    """An act of somebody who is not in the hand. The table cannot follow it: the rest is not judged."""
    yield Violation("{name} acts but was not dealt in", name=step.player)


@step_rule(
    "TBL03",
    "button on an empty seat",
    on=(HandBegins,),
    severity=Severity.NOTE,
    rests_on=(Fact.SEATED,),
)
def dead_button(table: Table, step: Event) -> Iterator[Violation]:
    """The button may be on an empty seat after a player has left (a dead button): worth knowing, not a violation.

    Not where two are dealt in, of whom one always has it: BLD01. Source: WSOP rules on the dead button. Example:
    `Seat #4 is the button` without a line `Seat 4`.
    """
    button = table.hand.table.button
    is_free = button not in [seat.seat for seat in table.hand.seats]
    if button is not None and not table.by_blinds and is_free and len(table.players) > 2:
        yield Violation("the button is on seat {seat}, where nobody sits", table.hand.table.line, seat=button)
