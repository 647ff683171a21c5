"""A legal hand with all cards open: what is in it, what it would be with one thing altered, and how to play on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from histparse.export.adaptation import seen_by_hero
from histparse.export.ledger import dealt_seats_from_button
from histparse.model import events as ev
from histparse.model.cards import DECK, Card, Cards
from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Seat, TableLine
from histparse.model.house import Source
from histparse.simulate.player import Player
from histparse.simulate.settings import Settings, Stakes, invent_style
from histparse.simulate.state import Play

ACTS = (ev.Fold, ev.Check, ev.Call, ev.Bet, ev.Raise)
DRAWS = (ev.Discard, ev.StandPat)
Record = Event | Seat | TableLine | Header
NOWHERE: Mapping[str, int] = {}

T = TypeVar("T")
E = TypeVar("E", bound=Event)
A = TypeVar("A", ev.Deal, ev.Discard, ev.Fold, ev.Receive, ev.StandPat)


class UnfitError(Exception):
    """There is nothing in the hand to alter in that way."""


def need(condition: object) -> None:
    """Raise UnfitError unless that is so."""
    if not condition:
        raise UnfitError


class Altered(NamedTuple):
    """A hand after the violation, with open cards, before lines are numbered."""

    story: list[Event]
    """All events and notes, each a distinct object."""
    wrong: Record
    """The record whose line breaks the rule: an event, a seat, the table or the header. For a missing line, the next
    record."""
    seats: tuple[Seat, ...] | None = None
    table: TableLine | None = None
    header: Header | None = None
    """Set only if they differ from those of the legal hand."""


class LegalHand:
    """One legal hand. Places are indexes into its story; what is looked for and not there raises UnfitError."""

    def __init__(self, settings: Settings, hand: Hand, random: Random) -> None:
        self.settings = settings
        self.hand = hand
        self.random = random
        self.story: list[Event] = sorted([*hand.events, *hand.notes], key=lambda event: event.line)
        """Keeps all events and notes in the order of the text as `story`."""

    # --- what is in it ------------------------------------------------------------------------------------

    @property
    def hero(self) -> str | None:
        """The player whose cards the text shows."""
        return self.hand.hero

    @property
    def stakes(self) -> Stakes:
        """The stakes of the hand."""
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
        return dealt_seats_from_button(self.hand)

    def all(self, *kinds: type[E]) -> list[tuple[int, E]]:
        """The events of these types with their places."""
        return [(place, event) for place, event in enumerate(self.story) if isinstance(event, kinds)]

    def choose(self, options: Sequence[T]) -> T:
        """One of these at random; UnfitError if there are none."""
        need(options)
        return self.random.choice(options)

    def a_place(self, *kinds: type[Event]) -> int:
        """A random place of such an event."""
        return self.choose([place for place, _ in self.all(*kinds)])

    def first(self, *kinds: type[Event], default: int | None = None) -> int:
        """The first place of such an event."""
        place = next((place for place, _ in self.all(*kinds)), default)
        if place is None:
            raise UnfitError
        return place

    def pick(self, kind: type[E], where: Callable[[E], object] = lambda _: True) -> tuple[int, E]:
        """A random event of that type and its place."""
        return self.choose([(place, event) for place, event in self.all(kind) if where(event)])

    def pick_hero(self, kind: type[A]) -> tuple[int, A]:
        """A random event of that type by the hero, and its place."""
        return self.pick(kind, lambda event: event.player == self.hero)

    def hero_stays(self) -> bool:
        """Whether the hero comes to the showdown; UnfitError if there is none."""
        self.first(ev.ShowdownBegins)
        try:
            self.pick_hero(ev.Fold)
        except UnfitError:
            return self.hero is not None
        return False

    def first_act(self) -> int:
        """The place of the first act after blinds and deal."""
        return 1 + max(place for place, _ in self.all(ev.Post, ev.Deal))

    def following(self, story: list[Event], place: int) -> Event:
        """The first record from that place on that has a line of its own and is not a note."""
        return next(event for event in story[place:] if self.is_printed(event))

    def is_printed(self, event: Event) -> bool:
        """Whether the text prints it as part of the play."""
        if isinstance(event, ev.Deal | ev.Receive):
            return event.player == self.hero
        return not isinstance(event, ev.Note)

    def reshuffles(self) -> list[int]:
        """The places of reshuffles."""
        return [place for place, _ in self.all(ev.Reshuffle)]

    def reshuffled_before(self, place: int) -> int:
        """The place of the last reshuffle before that one; 0 if there is none."""
        return max((reshuffle for reshuffle in self.reshuffles() if reshuffle < place), default=0)

    def thrown(self, begin: int = 0, end: int | None = None) -> list[Card]:
        """The hero's discards, between two places."""
        discards = [event for event in ev.of_type(self.story[begin:end], ev.Discard) if event.player == self.hero]
        return [card for discard in discards for card in discard.cards or ()]

    def spare_cards(self) -> int:
        """Cards in the stub at the end of a hand without a reshuffle; none are left in one with it."""
        drawn = sum(event.count for event in ev.of_type(self.story, ev.Discard))
        return 0 if self.reshuffles() else len(DECK) - 5 * len(self.dealt) - drawn

    def unseen(self) -> list[Card]:
        """The cards that occur nowhere in the text, in random order."""
        printed = {card for event in seen_by_hero(self.story, self.hero) for card in cards_of(event)}
        cards = [card for card in DECK if card not in printed]
        self.random.shuffle(cards)
        return cards

    # --- with one thing altered ---------------------------------------------------------------------------

    def put(self, place: int, *events: Event) -> list[Event]:
        """The story with these events before that place."""
        return [*self.story[:place], *events, *self.story[place:]]

    def instead(self, place: int, *events: Event) -> list[Event]:
        """The story with one event replaced by these."""
        return [*self.story[:place], *events, *self.story[place + 1 :]]

    def added(self, place: int, wrong: Event) -> Altered:
        """With that event before that place."""
        return Altered(self.put(place, wrong), wrong)

    def moved(self, place: int, later: int) -> Altered:
        """With the event at that place moved behind the one at the later place."""
        wrong = self.story[place]
        rest = self.story[place + 1 : later + 1]
        return Altered([*self.story[:place], *rest, wrong, *self.story[later + 1 :]], wrong)

    def lacking(self, place: int) -> Altered:
        """Without the event at that place: the next line is wrong."""
        return Altered(self.instead(place), self.following(self.story, place + 1))

    def replaced(self, place: int, wrong: Event) -> Altered:
        """With that event at that place."""
        return Altered(self.instead(place, wrong), wrong)

    def changed(self, place: int, **fields: Any) -> Altered:
        """With other fields of the event at that place."""
        return self.replaced(place, replace(self.story[place], **fields))

    def one_replaced(self, cards: Cards | None, new: Card) -> Cards:
        """These cards with another instead of a random one; UnfitError if there are none."""
        old = self.choose(cards or ())
        return tuple(new if card == old else card for card in cards or ())

    def reseated(self, player: str, seat: int) -> list[Event]:
        """The story with another seat of that player in the summary."""
        return [
            replace(event, seat=seat) if isinstance(event, ev.Result) and event.player == player else event
            for event in self.story
        ]

    # --- to be played on ----------------------------------------------------------------------------------

    def resumed(self, story: Iterable[Event] = (), stacks: Mapping[str, int] = NOWHERE) -> Play:
        """The hand after these events; `stacks`: others than at its beginning, by name."""
        play = Play(
            settings=self.settings,
            stakes=self.stakes,
            random=self.random,
            players=[self._player(seat, stacks.get(seat.player, seat.stack)) for seat in self.dealt],
            hero=self.hero,
            last_two=self.hand.header.tournament is not None and len(self.hand.seats) == 2,
        )
        for event in story:
            follow(play, event)
        return play

    def at_showdown(self) -> Play:
        """The hand as its showdown begins."""
        return self.resumed(self.story[: self.first(ev.ShowdownBegins)])

    def _player(self, seat: Seat, stack: int) -> Player:
        style = invent_style(self.random, self.settings.callers)
        return Player(seat.player, seat.seat, stack, style, start=stack)


def follow(play: Play, event: Event) -> None:
    """Add an event of a hand that was dealt before, from another deck."""
    deck = play.deck
    match event:
        case ev.Deal(cards=cards) | ev.Receive(new=cards):
            deck.stub = [card for card in deck.stub if card not in (cards or ())]
        case ev.Reshuffle():
            deck.reshuffle(0, {Source.THIS_DRAW, Source.EARLIER_DRAWS, *deck.house.reshuffled})
    play.add_and_apply_event(event)


def cards_of(event: Event) -> Iterator[Card]:
    """Every card on the line of that event."""
    for field in ("cards", "kept", "new", "held"):
        yield from getattr(event, field, None) or ()
