"""Violations TBL and BLD01: too many players, a seat or a player twice, strangers, a button where nobody sits."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from histparse.model.events import Call, Check, Discard, Event, Fold, Post, Result, StandPat
from histparse.model.house import MOST_PLAYERS
from histparse.simulate.settings import Settings
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.legal_hand import ACTS, DRAWS, LegalHand

STRANGERS = ("Nobody99", "Ghost.it", "Passer By", "Uwe_low")


def _one_too_many(settings: Settings) -> Settings:
    most = min(settings.house.most_players + 1, MOST_PLAYERS)
    return replace(settings, players=(most, most), levels=())


@violation("TBL01", adapt=_one_too_many)
def too_many_players(legal: LegalHand) -> Altered | None:
    """One player more is dealt in than the house allows."""
    most = legal.settings.house.most_players
    dealt = [seat for seat in legal.hand.seats if seat.dealt_in]
    return Altered(legal.story, dealt[most]) if len(dealt) > most else None


@violation("TBL02")
def seat_twice(legal: LegalHand) -> Altered | None:
    """Two neighbours have the same seat number, in the summary too. The order round the table stays."""
    seats, button = legal.hand.seats, legal.hand.table.button
    pairs = [
        (first, second)
        for first, second in pairwise(seats)
        if first.dealt_in and second.dealt_in and button not in (first.seat, second.seat)
    ]
    if not pairs:
        return None
    first, second = legal.random.choice(pairs)
    moved = replace(second, seat=first.seat)
    story = [_reseated(event, second.player, first.seat) for event in legal.story]
    return Altered(story, moved, tuple(moved if seat is second else seat for seat in seats))


def _reseated(event: Event, player: str, seat: int) -> Event:
    return replace(event, seat=seat) if isinstance(event, Result) and event.player == player else event


@violation("TBL02")
def player_twice(legal: LegalHand) -> Altered | None:
    """One player has two seats."""
    seats = legal.hand.seats
    free = _free_seats(legal)
    if not free:
        return None
    again = replace(legal.random.choice(legal.dealt), seat=legal.random.choice(free))
    return Altered(legal.story, again, (*seats, again))


def _free_seats(legal: LegalHand) -> list[int]:
    taken = {seat.seat for seat in legal.hand.seats}
    return [seat for seat in range(1, (legal.hand.table.seats or 6) + 1) if seat not in taken]


@violation("TBL02")
def stranger_acts(legal: LegalHand) -> Altered | None:
    """Somebody without a seat acts in the betting or in a draw, without consequences."""
    place = legal.a_place(*ACTS, *DRAWS)
    if place is None:
        return None
    name, random = legal.random.choice(STRANGERS), legal.random
    act: Event
    if isinstance(legal.story[place], DRAWS):
        act = random.choice((StandPat(0, name), Discard(0, name, random.randint(1, 5))))
    else:
        act = random.choice((Fold(0, name), Check(0, name), Call(0, name, legal.stakes.small_bet)))
    return Altered(legal.put(place, act), act)


@violation("TBL02")
def seat_line_missing(legal: LegalHand) -> Altered | None:
    """A player who acts has no seat line."""
    seats = [seat for seat in legal.dealt if seat.seat != legal.hand.table.button and seat.player != legal.hero]
    if not seats:
        return None
    gone = legal.random.choice(seats)
    named = (event for event in legal.story if isinstance(event, (Post, *ACTS)) and event.player == gone.player)
    first = next(named, None)
    rest = tuple(seat for seat in legal.hand.seats if seat is not gone)
    return Altered(legal.story, first, rest) if first else None


@violation("TBL03")
def button_on_empty_seat(legal: LegalHand) -> Altered | None:
    """A dead button: it is on an empty seat between the last player and the first."""
    dealt, button = legal.dealt, legal.hand.table.button
    size = legal.hand.table.seats or 6
    gap = [seat for seat in _free_seats(legal) if _is_between(button or 0, seat, dealt[0].seat, size)]
    if not gap or len(dealt) < 3:
        return None
    table = replace(legal.hand.table, button=legal.random.choice(gap))
    story = [_without_button(event) for event in legal.story]
    return Altered(story, table, table=table)


@violation("BLD01", adapt=lambda settings: replace(settings, players=(2, 2)))
def nobody_has_the_button(legal: LegalHand) -> Altered | None:
    """Two are dealt in, and the button is on neither seat: it posts the small blind, so it is one of theirs."""
    free = [seat for seat in range(1, 7) if seat not in {other.seat for other in legal.hand.seats}]
    if len(legal.dealt) != 2:
        return None
    table = replace(legal.hand.table, button=legal.random.choice(free))
    return Altered([_without_button(event) for event in legal.story], table, table=table)


def _is_between(right: int, seat: int, left: int, size: int) -> bool:
    """Whether the seat is clockwise after `right` and before `left`."""
    return 0 < (seat - right) % size < (left - right) % size


def _without_button(event: Event) -> Event:
    if not isinstance(event, Result):
        return event
    return replace(event, positions=tuple(word for word in event.positions if word != "button"))
