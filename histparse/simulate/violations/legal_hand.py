"""A legal hand with all cards open, and helpers to find places to alter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from histparse.export.hero_view import seen_by_hero
from histparse.model.cards import DECK, Card
from histparse.model.events import (
    Bet,
    Call,
    Check,
    Deal,
    Discard,
    Event,
    Fold,
    Note,
    Post,
    Raise,
    Receive,
    Reshuffle,
    StandPat,
)
from histparse.model.hand import Hand, Seat
from histparse.simulate.settings import Settings, Stakes

ACTS = (Fold, Check, Call, Bet, Raise)
DRAWS = (Discard, StandPat)

E = TypeVar("E", bound=Event)
A = TypeVar("A", Deal, Discard, Fold, Receive, StandPat)


class LegalHand:
    """One legal hand. Places are indexes into its story."""

    def __init__(self, settings: Settings, hand: Hand, random: Random) -> None:
        self.settings = settings
        self.hand = hand
        self.random = random
        self.story: list[Event] = sorted([*hand.events, *hand.notes], key=lambda event: event.line)
        """Keeps all events and notes in the order of the text as `story`."""

    @property
    def hero(self) -> str | None:
        """The player whose cards the text shows."""
        return self.hand.hero

    @property
    def stakes(self) -> Stakes:
        """The stakes."""
        header = self.hand.header
        known = [*self.settings.stakes, *(level.stakes for level in self.settings.levels)]
        return next(stakes for stakes in known if (stakes.small_bet, stakes.big_bet) == (header.low, header.high))

    @property
    def chip(self) -> int:
        """The smallest amount of its currency: a cent, or one tournament chip."""
        return 100 if self.hand.header.currency in ("chips", "play") else 1

    @property
    def dealt(self) -> list[Seat]:
        """The seats dealt in, from left of the button."""
        button = self.hand.table.button or 0
        seats = [seat for seat in self.hand.seats if seat.dealt_in]
        return sorted(seats, key=lambda seat: (seat.seat <= button, seat.seat))

    def places(self, *kinds: type[Event]) -> list[int]:
        """The places of events of these types in random order."""
        found = [place for place, event in enumerate(self.story) if isinstance(event, kinds)]
        self.random.shuffle(found)
        return found

    def a_place(self, *kinds: type[Event]) -> int | None:
        """A random one of those places."""
        return next(iter(self.places(*kinds)), None)

    def all(self, kind: type[E]) -> list[tuple[int, E]]:
        """The events of that type with their places."""
        return [(place, event) for place, event in enumerate(self.story) if isinstance(event, kind)]

    def pick(self, kind: type[E], where: Callable[[E], bool] | None = None) -> tuple[int, E] | None:
        """A random event of that type and its place."""
        found = [(place, event) for place, event in self.all(kind) if where is None or where(event)]
        return self.random.choice(found) if found else None

    def pick_hero(self, kind: type[A]) -> tuple[int, A] | None:
        """A random event of that type by the hero, and its place."""
        return self.pick(kind, lambda event: event.player == self.hero)

    def put(self, place: int, *events: Event) -> list[Event]:
        """The story with these events before that place."""
        return [*self.story[:place], *events, *self.story[place:]]

    def instead(self, place: int, *events: Event) -> list[Event]:
        """The story with one event replaced by these."""
        return [*self.story[:place], *events, *self.story[place + 1 :]]

    def first_act(self) -> int:
        """The place of the first act after blinds and deal."""
        return 1 + max(place for place, event in enumerate(self.story) if isinstance(event, Post | Deal))

    def first(self, *kinds: type[Event]) -> int | None:
        """The first place of such an event."""
        return next((place for place, event in enumerate(self.story) if isinstance(event, kinds)), None)

    def following(self, story: list[Event], place: int) -> Event:
        """The first record from that place on that has a line of its own and is not a note."""
        return next(event for event in story[place:] if self.is_printed(event))

    def is_printed(self, event: Event) -> bool:
        """Whether the text prints it as part of the play."""
        if isinstance(event, Deal | Receive):
            return event.player == self.hero
        return not isinstance(event, Note)

    def reshuffles(self) -> list[int]:
        """The places of reshuffles."""
        return [place for place, event in enumerate(self.story) if isinstance(event, Reshuffle)]

    def spare_cards(self) -> int:
        """Cards in the stub at the end of a hand without a reshuffle."""
        drawn = sum(event.count for event in self.story if isinstance(event, Discard))
        return len(DECK) - 5 * len(self.dealt) - drawn

    def unseen(self) -> list[Card]:
        """The cards that occur nowhere in the text, in random order."""
        seen = {card for event in seen_by_hero(self.story, self.hero) for card in cards_of(event)}
        cards = [card for card in DECK if card not in seen]
        self.random.shuffle(cards)
        return cards


def cards_of(event: Event) -> Iterator[Card]:
    """Every card on the line of that event."""
    for field in ("cards", "kept", "new", "held"):
        yield from getattr(event, field, None) or ()
