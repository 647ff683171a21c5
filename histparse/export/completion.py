"""Completes a hand that was read with everything its text leaves out, like a simulated hand.

Sites leave out details that others print: what a call adds, uncalled bets, who folded when. They are worked out from
the events alone, because export and judge share no code. What houses do differently, announce the cap and a reshuffle
and show in some order, follows a house's rules, whatever the text has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from msgspec.structs import replace

from histparse.export.completed_play import Ending, Play
from histparse.export.contract import DEAL_HEADING, UnwritableError
from histparse.export.ledger import KnownCards, Ledger, big_blind
from histparse.model import events as ev
from histparse.model.cards import CARDS_IN_HAND, DECK
from histparse.model.events import DrawBegins, Event, Note, PostKind, Result, Splash, SummaryBegins, Total, of_type
from histparse.model.hand import Hand, Limit, Reading
from histparse.model.house import House, house_of_site_or_lenient_default

LATE = 2
"""The first round of big bets."""


def add_announcements(hand: Hand, house: House, events: Iterable[Event]) -> Iterator[Event]:
    """The events with their announcements: a reshuffle before the discard it serves, the cap after the last bet."""
    betting, stub = _Betting(hand, house), _Stub(hand)
    for event in events:
        if stub.count_and_check_reshuffle(event) and house.announces_reshuffle == "yes":
            yield ev.Reshuffle(event.line)
        yield event
        if betting.count_and_check_cap(event) and house.announces_cap:
            yield ev.Capped(event.line)


def cap_of_round(house: House, heads_up: Mapping[str, bool]) -> float:
    """The cap of a betting round. `heads_up`: whether two players are in the hand, in the round, at the table."""
    cap = house.cap_heads_up if heads_up[house.heads_up_counts] else house.cap
    return inf if cap == "none" else cap


class _Betting:
    """Counts the full bets of each round; the big blind is one."""

    def __init__(self, hand: Hand, house: House) -> None:
        self._header, self._house = hand.header, house
        self._dealt = self._live = sum(seat.dealt_in for seat in hand.seats)
        self._unit = hand.header.low
        self._bets = self._full = 0
        """The full bets so far, and the street total of the last one."""
        self._cap = self._most_bets_in_round()

    def count_and_check_cap(self, event: Event) -> bool:
        """Whether the event is the last bet permitted in its round."""
        match event:
            case ev.DrawBegins(draw=draw):
                self._unit = self._header.high if draw >= LATE else self._header.low
                self._bets = self._full = 0
                self._cap = self._most_bets_in_round()
            case ev.Fold():
                self._live -= 1
            case ev.Post(kind=PostKind.BIG_BLIND | PostKind.SMALL_AND_BIG):
                self._bets, self._full = 1, big_blind(self._header)
            case ev.Post(kind=PostKind.STRADDLE, amount=to):
                self._bets, self._full = self._bets + 1, to
            case ev.Bet(added=int(to)) | ev.Raise(to=int(to)) if to - self._full >= self._unit:
                self._bets, self._full = self._bets + 1, to
                return self._bets == self._cap
        return False

    def _most_bets_in_round(self) -> float:
        """The bets permitted in this round."""
        if self._header.limit is not Limit.FIXED:
            return inf
        two = self._dealt == 2
        tournament = self._header.tournament is not None
        return cap_of_round(self._house, {"hand": two, "round": self._live == 2, "table": two and tournament})


class _Stub:
    """Counts the cards that can be drawn, and those outside, which a reshuffle brings back."""

    def __init__(self, hand: Hand) -> None:
        self._left = len(DECK) - CARDS_IN_HAND * sum(seat.dealt_in for seat in hand.seats)
        self._outside = 0

    def count_and_check_reshuffle(self, event: Event) -> bool:
        """Whether the event is a discard that is larger than the stub."""
        if isinstance(event, ev.Fold):
            self._outside += CARDS_IN_HAND
        if not isinstance(event, ev.Discard):
            return False
        is_short = event.count > self._left
        if is_short:
            self._left, self._outside = self._left + self._outside, 0
        self._left -= event.count
        self._outside += event.count
        return is_short


# --- the hand completed -----------------------------------------------------------------------------------------------

DRAWS = 3
DEALT = Reading()
"""How a simulated hand is to be read: it leaves nothing out."""


def complete_hand_or_refuse(hand: Hand, house: House | None = None) -> Hand:
    """The hand with all its figures, seats counted from 1, and all cards that are known.

    `house`: what is announced, and who shows first; by default the house it was played in. Raises UnwritableError for
    an incomplete hand.
    """
    if hand.reading == DEALT:
        return hand
    _refuse_unwritable_hand(hand)
    shift = 1 - hand.reading.first_seat
    seats = tuple(replace(seat, seat=seat.seat + shift) for seat in hand.seats)
    button = hand.table.button
    renumbered_seats = replace(
        hand,
        seats=seats,
        table=replace(hand.table, button=None if button is None else button + shift),
    )
    ledger, cards = Ledger(hand), KnownCards()
    rules = house or house_of_site_or_lenient_default(hand.header.site)
    played = list(add_announcements(renumbered_seats, rules, Play(renumbered_seats, ledger, cards).events()))
    events = [*played, *Ending(renumbered_seats, rules, ledger, cards, played).events()]
    notes = [note for note in hand.notes if note.kind != DEAL_HEADING]
    story = enumerate(_merge_events_and_notes(events, notes), 3 + len(seats))
    renumbered = replace_story(renumbered_seats, [replace(event, line=line) for line, event in story])
    return replace(renumbered, reading=DEALT, doubts=())


def replace_story(hand: Hand, story: Sequence[Event]) -> Hand:
    """The hand with these events, notes among them, up to the line of the last."""
    return replace(
        hand,
        events=tuple(event for event in story if not isinstance(event, Note)),
        notes=tuple(of_type(story, Note)),
        last_line=max((event.line for event in story), default=0),
    )


def _refuse_unwritable_hand(hand: Hand) -> None:
    if hand.header.partial or not (of_type(hand.events, SummaryBegins) or hand.cancelled):
        raise UnwritableError("the hand is incomplete")
    played = max((event.line for event in hand.events if not isinstance(event, Total | Result)), default=0)
    if (unread := next((line for line in hand.unread if line < played), None)) is not None:
        raise UnwritableError(f"what line {unread} says is not known")
    acting = {getattr(event, "player", None) for event in hand.events if not isinstance(event, Result)}
    if not acting <= {None, *(seat.player for seat in hand.seats if seat.dealt_in)}:
        raise UnwritableError("somebody acts who was not dealt in")
    if any(event.draw > DRAWS for event in of_type(hand.events, DrawBegins)):
        raise UnwritableError("it has more than three draws")
    if of_type(hand.events, Splash):
        raise UnwritableError("the site added chips to the pot")
    if sum(seat.dealt_in for seat in hand.seats) < 2:
        raise UnwritableError("who was dealt in is not known")


def _merge_events_and_notes(events: Iterable[Event], notes: list[Note]) -> Iterator[Event]:
    """Events and notes in the order of their lines; notes stay in place when events were moved."""
    waiting = sorted(notes, key=lambda note: note.line)
    for event in events:
        while waiting and waiting[0].line < event.line:
            yield waiting.pop(0)
        yield event
    yield from waiting
