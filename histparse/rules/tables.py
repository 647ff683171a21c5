"""Step 4, rules TBL: who sits where, and what no header or seat can say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from histparse.model.events import Event, Total
from histparse.model.findings import Severity
from histparse.model.hand import Header
from histparse.replay.steps import HandBegins, StrangerActs
from histparse.replay.table import Table
from histparse.rules.registry import Fact, Violation, money, step_rule


@step_rule(
    "TBL01",
    "more players dealt in than the house allows",
    on=HandBegins,
    doubts=Fact.STUB,
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
    on=HandBegins,
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
            yield Violation(
                "seat {seat} is taken twice, by {first} and {second}",
                seat.line,
                seat=seat.seat,
                first=seats[seat.seat],
                second=seat.player,
            )
        elif seat.player in players:
            yield Violation(
                "{name} sits on seats {first} and {second}",
                seat.line,
                name=seat.player,
                first=players[seat.player],
                second=seat.seat,
            )
        seats.setdefault(seat.seat, seat.player)
        players.setdefault(seat.player, seat.seat)


@step_rule("TBL02", on=StrangerActs, rests_on=Fact.SEATED, doubts=tuple(Fact))
def stranger_acts(table: Table, step: StrangerActs) -> Iterator[Violation]:
    """An act of somebody who is not in the hand. The table cannot follow it: the rest is not judged."""
    yield Violation("{name} acts but was not dealt in", name=step.player)


@step_rule(
    "TBL03",
    "button on an empty seat",
    on=HandBegins,
    severity=Severity.NOTE,
    rests_on=Fact.SEATED,
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


# --- impossible values in the header or the seats ---------------------------------------------------------------------

FIRST = datetime(1998, 1, 1, tzinfo=UTC)
"""Nobody played online before this."""
AHEAD = timedelta(days=1)
"""How far the site's clock may be ahead of ours."""
CLOCK = "HISTPARSE_NOW"
"""The environment variable that sets our clock, as in `2026-01-31T12:00:00+00:00`: for tests, and for files from a
machine with a wrong clock."""


@step_rule(
    "TBL04",
    "impossible value in the header or the seats",
    on=HandBegins,
    severity=Severity.WARNING,
)
def doubtful_or_impossible_header(table: Table, step: Event) -> Iterator[Violation]:
    """An impossible or future time, or a level, a seat, a currency or stakes that no site has.

    A date or time that does not exist; one more than a day ahead, or before 1998; two clocks further apart than any two
    time zones; level 0; a seat number above the table's size; stakes in the wrong order, which are then swapped; an
    amount in another currency than the header's; rake in a tournament. The clock can be set for tests:
    `HISTPARSE_NOW=2026-01-31T12:00:00+00:00`. Sources: reason. Examples: `2009/13/45`, `Seat 9` at a six-handed table,
    `($1/$0.50 USD)`.
    """
    hand = table.hand
    for doubt in hand.doubts:
        figures: Any = doubt.figures  # mypy takes them for other arguments too
        yield Violation(doubt.template, doubt.line, **figures)
    yield from find_impossible_level_or_time(hand.header)


@step_rule("TBL04", on=HandBegins, doubts=(Fact.ORDER, Fact.SEATED, Fact.TURN, Fact.SHOWN))
def seat_beyond_size_without_stranger(table: Table, step: Event) -> Iterator[Violation]:
    """A seat number above the table's size: nobody knows where the player sits. Of several the size is wrong."""
    if not _has_act_of_stranger(table):
        yield from _first_seat_beyond_size(table)


@step_rule("TBL04", on=HandBegins, doubts=tuple(Fact))
def seat_beyond_size_and_stranger_acts(table: Table, step: Event) -> Iterator[Violation]:
    """Where lines name the seat of a player, nobody is known to do what the lines of such a player say."""
    if _has_act_of_stranger(table):
        yield from _first_seat_beyond_size(table)


def _has_act_of_stranger(table: Table) -> bool:
    return bool(table.players) and any(map(table.is_act_of_stranger, table.hand.events))


def _first_seat_beyond_size(table: Table) -> Iterator[Violation]:
    hand, size = table.hand, table.hand.table.seats
    first = next((seat for seat in hand.seats if size and seat.seat >= size + hand.reading.first_seat), None)
    if first and size:
        yield Violation(
            "somebody sits in seat {seat}, at a table of {size} seats", first.line, seat=first.seat, size=size
        )


@step_rule("TBL04", on=Total, doubts=Fact.STATED)
def raked_tournament(table: Table, step: Total) -> Iterator[Violation]:
    """The house takes its fee with the buy-in, not from the pots. A rake that was not taken does not count."""
    if table.hand.header.tournament is not None and step.rake == table.pot - table.chips_paid_out != 0:
        yield Violation(
            "the house takes {rake} from a pot of a tournament; its fee is in the buy-in", rake=money(table, step.rake)
        )


def find_impossible_level_or_time(header: Header) -> Iterator[Violation]:
    """Find what the header says that cannot be."""
    yield from _find_level_zero(header)
    first, last = earliest_and_latest_time()
    if header.played_at is not None and header.played_at > last:
        yield Violation("played on {day}, which is in the future", header.line, day=f"{header.played_at:%Y-%m-%d}")
    elif header.played_at is not None and header.played_at < first:
        yield Violation("played on {day}: nobody played online then", header.line, day=f"{header.played_at:%Y-%m-%d}")


def _find_level_zero(header: Header) -> Iterator[Violation]:
    """Levels are counted from 1."""
    level = header.tournament.level if header.tournament else None
    if level is not None and level.isdecimal() and not int(level):
        yield Violation("level {level}: levels are counted from 1", header.line, level=level)


def earliest_and_latest_time() -> tuple[datetime, datetime]:
    """The earliest and the latest time that a header can have now."""
    return FIRST, _now() + AHEAD


def _now() -> datetime:
    text = os.environ.get(CLOCK)
    return _parse_moment(text) if text else datetime.now(UTC)


@cache
def _parse_moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
