"""A hand that was read, with all that its text leaves unsaid: as the dealer would have given it.

Sites leave out much that others print: what a call adds, what nobody called, who folded when. It is worked out from
the events alone, for the judge shares nothing with those who write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from histparse.export.completed_ending import ending
from histparse.export.completed_play import play
from histparse.export.contract import UnwritableError
from histparse.export.known_cards import KnownCards
from histparse.export.ledger import Ledger
from histparse.model.events import Event, Note, SummaryBegins
from histparse.model.hand import Hand, Reading

DEALT = Reading()
"""How a hand from the dealer is to be read: it leaves nothing out."""
HEADING = "dealing hands"
"""The kind of note that stands before the deal: writers know where it belongs."""


def completed(hand: Hand) -> Hand:
    """The hand with all its figures, seats counted from 1, the cards as far as they are known.

    Raises UnwritableError for a hand that is not told to its end.
    """
    if hand.reading == DEALT:
        return hand
    _refuse_fragments(hand)
    shift = 1 - hand.reading.first_seat
    seats = tuple(replace(seat, seat=seat.seat + shift) for seat in hand.seats)
    button = hand.table.button
    upright = replace(
        hand,
        seats=seats,
        table=replace(hand.table, button=None if button is None else button + shift),
    )
    ledger, cards = Ledger(hand), KnownCards()
    played = list(play(upright, ledger, cards))
    events = [*played, *ending(upright, ledger, cards, played)]
    notes = [note for note in hand.notes if note.kind != HEADING]
    told = [replace(event, line=line) for line, event in enumerate(_together(events, notes), 3 + len(seats))]
    return replace(
        upright,
        events=tuple(event for event in told if not isinstance(event, Note)),
        notes=tuple(event for event in told if isinstance(event, Note)),
        reading=DEALT,
        last_line=told[-1].line,
        doubts=(),
    )


def _refuse_fragments(hand: Hand) -> None:
    ended = any(isinstance(event, SummaryBegins) for event in hand.events)
    if hand.header.partial or not (ended or hand.cancelled):
        raise UnwritableError("the hand is not told to its end")
    if hand.doubtful_from is not None:
        raise UnwritableError(f"what happens in line {hand.doubtful_from} is not known")
    if sum(seat.dealt_in for seat in hand.seats) < 2:
        raise UnwritableError("nobody knows who was dealt in")


def _together(events: Iterable[Event], notes: list[Note]) -> Iterator[Event]:
    """Events and notes by the lines of the text; events that have been moved take no note with them."""
    waiting = sorted(notes, key=lambda note: note.line)
    for event in events:
        while waiting and waiting[0].line < event.line:
            yield waiting.pop(0)
        yield event
    yield from waiting
