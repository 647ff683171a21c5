"""Completes a hand that was read with everything its text leaves out, like a simulated hand.

Sites leave out details that others print: what a call adds, uncalled bets, who folded when. They are worked out from
the events alone, because export and judge share no code. What houses do differently, announce the cap and a reshuffle
and show in some order, follows a house's rules, whatever the text has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from histparse.export.announcements import announced
from histparse.export.completed_ending import Ending
from histparse.export.completed_play import Play
from histparse.export.contract import DEAL_HEADING, UnwritableError
from histparse.export.known_cards import KnownCards
from histparse.export.ledger import Ledger
from histparse.model.events import DrawBegins, Event, Note, Result, Splash, SummaryBegins, Total
from histparse.model.hand import Hand, Reading
from histparse.model.house import House, house_of

DRAWS = 3
DEALT = Reading()
"""How a simulated hand is to be read: it leaves nothing out."""


def completed(hand: Hand, house: House | None = None) -> Hand:
    """The hand with all its figures, seats counted from 1, and all cards that are known.

    `house`: what is announced, and who shows first; by default the house it was played in. Raises UnwritableError for
    an incomplete hand.
    """
    if hand.reading == DEALT:
        return hand
    _refuse_fragments(hand)
    shift = 1 - hand.reading.first_seat
    seats = tuple(replace(seat, seat=seat.seat + shift) for seat in hand.seats)
    button = hand.table.button
    renumbered_seats = replace(
        hand,
        seats=seats,
        table=replace(hand.table, button=None if button is None else button + shift),
    )
    ledger, cards = Ledger(hand), KnownCards()
    rules = house or house_of(hand.header.site)
    played = list(announced(renumbered_seats, rules, Play(renumbered_seats, ledger, cards).events()))
    events = [*played, *Ending(renumbered_seats, rules, ledger, cards, played).events()]
    notes = [note for note in hand.notes if note.kind != DEAL_HEADING]
    renumbered = [replace(event, line=line) for line, event in enumerate(_together(events, notes), 3 + len(seats))]
    return replace(
        renumbered_seats,
        events=tuple(event for event in renumbered if not isinstance(event, Note)),
        notes=tuple(event for event in renumbered if isinstance(event, Note)),
        reading=DEALT,
        last_line=renumbered[-1].line,
        doubts=(),
    )


def _refuse_fragments(hand: Hand) -> None:
    ended = any(isinstance(event, SummaryBegins) for event in hand.events)
    if hand.header.partial or not (ended or hand.cancelled):
        raise UnwritableError("the hand is incomplete")
    played = max((event.line for event in hand.events if not isinstance(event, Total | Result)), default=0)
    if (unread := next((line for line in hand.unread if line < played), None)) is not None:
        raise UnwritableError(f"what line {unread} says is not known")
    acting = {getattr(event, "player", None) for event in hand.events if not isinstance(event, Result)}
    if not acting <= {None, *(seat.player for seat in hand.seats if seat.dealt_in)}:
        raise UnwritableError("somebody acts who was not dealt in")
    if any(isinstance(event, DrawBegins) and event.draw > DRAWS for event in hand.events):
        raise UnwritableError("it has more than three draws")
    if any(isinstance(event, Splash) for event in hand.events):
        raise UnwritableError("the site added chips to the pot")
    if sum(seat.dealt_in for seat in hand.seats) < 2:
        raise UnwritableError("who was dealt in is not known")


def _together(events: Iterable[Event], notes: list[Note]) -> Iterator[Event]:
    """Events and notes in the order of their lines; notes stay in place when events were moved."""
    waiting = sorted(notes, key=lambda note: note.line)
    for event in events:
        while waiting and waiting[0].line < event.line:
            yield waiting.pop(0)
        yield event
    yield from waiting
