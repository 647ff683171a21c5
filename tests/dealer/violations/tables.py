"""Violations TBL and BLD01: too many players, a seat or a player twice, strangers, the button, impossible values."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from histparse.model.events import Call, Check, Discard, Event, Fold, Post, Result, StandPat
from histparse.model.house import MOST_PLAYERS
from histparse.simulate.settings import Settings
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, DRAWS, Altered, LegalHand, UnfitError, need

STRANGERS = ("Nobody99", "Ghost.it", "Passer By", "Uwe_low")
CENTURY = 100
"""How many years a date is moved by."""


def _overfull(settings: Settings) -> Settings:
    most = min(settings.house.most_players + 1, MOST_PLAYERS)
    return replace(settings, players=(most, most), levels=())


@violation("TBL01", adapt=_overfull)
def too_many_players(legal: LegalHand) -> Altered:
    """One player more is dealt in than the house allows."""
    most = legal.settings.house.most_players
    dealt = [seat for seat in legal.hand.seats if seat.dealt_in]
    need(len(dealt) > most)
    return Altered(legal.story, dealt[most])


@violation("TBL02")
def seat_twice(legal: LegalHand) -> Altered:
    """Two neighbours have the same seat number, in the summary too. The order round the table stays."""
    seats, button = legal.hand.seats, legal.hand.table.button
    pairs = [
        (first, second)
        for first, second in pairwise(seats)
        if first.dealt_in and second.dealt_in and button not in (first.seat, second.seat)
    ]
    first, second = legal.choose(pairs)
    moved = replace(second, seat=first.seat)
    story = legal.reseated(second.player, first.seat)
    return Altered(story, moved, tuple(moved if seat is second else seat for seat in seats))


@violation("TBL02")
def player_twice(legal: LegalHand) -> Altered:
    """One player has two seats."""
    second = replace(legal.choose(legal.dealt), seat=legal.choose(_free_seats(legal)))
    return Altered(legal.story, second, (*legal.hand.seats, second))


def _free_seats(legal: LegalHand) -> list[int]:
    occupied = {seat.seat for seat in legal.hand.seats}
    return [seat for seat in range(1, (legal.hand.table.seats or 6) + 1) if seat not in occupied]


@violation("TBL02")
def stranger_acts(legal: LegalHand) -> Altered:
    """Somebody without a seat acts in the betting or in a draw, without consequences."""
    place = legal.a_place(*ACTS, *DRAWS)
    name, random = legal.choose(STRANGERS), legal.random
    act: Event
    if isinstance(legal.story[place], DRAWS):
        act = random.choice((StandPat(0, name), Discard(0, name, random.randint(1, 5))))
    else:
        act = random.choice((Fold(0, name), Check(0, name), Call(0, name, legal.stakes.small_bet)))
    return legal.added(place, act)


@violation("TBL02")
def seat_line_missing(legal: LegalHand) -> Altered:
    """A player who acts has no seat line."""
    seats = [seat for seat in legal.dealt if seat.seat != legal.hand.table.button and seat.player != legal.hero]
    missing = legal.choose(seats)
    named = [event for event in legal.story if isinstance(event, (Post, *ACTS)) and event.player == missing.player]
    need(named)
    return Altered(legal.story, named[0], tuple(seat for seat in legal.hand.seats if seat is not missing))


@violation("TBL03")
def button_on_empty_seat(legal: LegalHand) -> Altered:
    """A dead button: it is on an empty seat between the last player and the first."""
    dealt, button = legal.dealt, legal.hand.table.button
    size = legal.hand.table.seats or 6
    gap = [seat for seat in _free_seats(legal) if _is_between(button or 0, seat, dealt[0].seat, size)]
    need(len(dealt) > 2)
    return _with_button(legal, gap)


@violation("BLD01", adapt=lambda settings: replace(settings, players=(2, 2)))
def nobody_has_the_button(legal: LegalHand) -> Altered:
    """Two are dealt in, and the button is on neither seat: it posts the small blind, so it is one of theirs."""
    need(len(legal.dealt) == 2)
    occupied = {seat.seat for seat in legal.hand.seats}
    return _with_button(legal, [seat for seat in range(1, 7) if seat not in occupied])


def _is_between(right: int, seat: int, left: int, size: int) -> bool:
    """Whether the seat is clockwise after `right` and before `left`."""
    return 0 < (seat - right) % size < (left - right) % size


def _with_button(legal: LegalHand, seats: list[int]) -> Altered:
    """The button is on one of those seats, and nobody has it in the summary."""
    table = replace(legal.hand.table, button=legal.choose(seats))
    return Altered([_without_button(event) for event in legal.story], table, table=table)


def _without_button(event: Event) -> Event:
    if not isinstance(event, Result):
        return event
    return replace(event, positions=tuple(word for word in event.positions if word != "button"))


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
    wrong = replace(header, low=header.high, high=header.low)
    return Altered(legal.story, wrong, header=wrong)


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
