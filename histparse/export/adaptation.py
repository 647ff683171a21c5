"""The base of all adaptations: a hand event by event, with only what a site's text would print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from heapq import merge
from operator import attrgetter
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from histparse.export.completion import DEALT, complete_hand_or_refuse, replace_story
from histparse.export.contract import UnwritableError
from histparse.model import events as ev
from histparse.model.events import Deal, Discard, Event, Receive, StandPat
from histparse.model.hand import Hand, Header, Seat, TableLine, Tournament
from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.parsing.dialects.base import Dialect


def seen_by_hero(events: Sequence[Event], hero: str | None) -> Iterator[Event]:
    """The events as the hero's text prints them; other players' cards have no line."""
    for event in events:
        if isinstance(event, Deal | Receive):
            if event.player == hero:
                yield event
        elif isinstance(event, Discard) and event.player != hero:
            yield Discard(event.line, event.player, event.count)
        elif isinstance(event, StandPat) and event.player != hero:
            yield StandPat(event.line, event.player)
        else:
            yield event


T = TypeVar("T")
Events = tuple[Event, ...]
"""The events on one line."""
NAMELESS = "?"
"""The name of a table if the text gives none."""
LONGEST = 40
"""Letters in the name of a table: more are in none of any site, and one's reader takes no more."""
IN_DRAW = (ev.Discard, ev.StandPat, ev.Receive, ev.Reshuffle, ev.Note)
SAME_SECOND = 10**8
"""How many numbers there are for the hands of one second."""


@cache
def _method_name(kind: type[Event]) -> str:
    return f"on_{kind.__name__.lower()}"


def _hash_to_number(text: str) -> int:
    return int(blake2b(text.encode(), digest_size=6).hexdigest(), 16)


class Adaptation:
    """Adapts one hand to a site. A subclass overrides what its site prints differently.

    `on_raise` yields what the site prints for a Raise, and so on for each type of event: single events, or all those of
    a line; an event without such a method is written as the hero sees it.
    """

    dialect: ClassVar[type[Dialect]]
    silent: ClassVar[tuple[type[Event], ...]] = ()
    """Types of events that have no line at the site."""
    unprinted: ClassVar[Mapping[type[Event], Mapping[str, object]]] = {ev.Fold: {"cards": ()}}
    """What its lines leave out, by type of event: the fields, and what they are where nothing is said."""
    currencies: ClassVar[tuple[str, ...]]
    """The currencies the site has signs for, its own first."""
    prints_time: ClassVar[bool] = True
    """Whether its header always says when."""
    heads_betting: ClassVar[bool] = False
    """Whether betting rounds with an act have a heading."""

    def __init__(self, hand: Hand, rules: House | None = None) -> None:
        self.is_dealt = hand.reading == DEALT
        self.hand = complete_hand_or_refuse(hand, rules or house_of_site_or_lenient_default(self.dialect.site))
        self.hero = hand.hero
        self.notes = self.hand.notes if hand.header.site == self.dialect.site else ()
        """Whether to keep notes: only the site's own hands have them in its words."""
        self.round = 0
        """The betting round, 0-3; it changes when a draw begins."""
        self.headed = -1
        """The last betting round whose heading was written."""

    def adapt_hand(self) -> Hand:
        """The hand in the site's events, figures and ids, in their order."""
        return replace(
            replace_story(self.hand, list(self.events_with_lines())),
            header=self.header(),
            table=self.table(),
            seats=self.seats(),
            hero=self.hero,
            reading=self.dialect.figures,
        )

    def events_with_lines(self) -> Iterator[Event]:
        """Events and notes with line numbers, counted from the seats on; `number_lines` gives those in a file."""
        for line, events in enumerate(self.lines(), 3 + len(self.hand.seats)):
            yield from (replace(event, line=line) for event in events)

    # --- before the play ----------------------------------------------------------------------------------

    def header(self) -> Header:
        """The header fields common to all sites; the kind of table is dropped unless it is the same site's."""
        header, site = self.hand.header, self.dialect.site
        if header.stack_cap is not None:
            raise UnwritableError(f"{site} cannot express a cap on losses")
        if self.prints_time:
            self.require_value(header.played_at, "when a hand was played", "date DAY")
        return Header(
            header.line,
            site,
            self.hand_number,
            header.limit,
            header.low,
            header.high,
            self.adapt_currency_or_refuse(header.currency),
            header.played_at,
            kind=header.kind if header.site == site else None,
            tournament=header.tournament and self.adapt_tournament_or_refuse(header.tournament),
        )

    def require_value(self, value: T | None, part: str, remedy: str = "") -> T:
        """A value that the site always prints. Raises UnwritableError if the hand does not have it."""
        if value is None:
            raise UnwritableError(f"{self.dialect.site} prints {part}, which this hand leaves out", remedy)
        return value

    def decimal_or_hashed_number(self, name: str) -> str:
        """The number of a tournament: its own, or one made from another site's id."""
        return name if name.isdecimal() else str(_hash_to_number(name))

    @property
    def hand_number(self) -> str:
        """The number of the hand: its own, or one made from another site's id that rises with time, as numbers do."""
        header = self.hand.header
        if header.hand_id.isdecimal() or header.played_at is None:
            return self.decimal_or_hashed_number(header.hand_id)
        return str(int(header.played_at.timestamp()) * SAME_SECOND + _hash_to_number(header.hand_id) % SAME_SECOND)

    def adapt_currency_or_refuse(self, currency: str) -> str:
        """The currency it has, because amounts are not converted; but simulated chips become the site's own."""
        if currency in ("chips", *self.currencies):
            return currency
        if self.is_dealt:
            return self.currencies[0]
        remedy = f"currency {self.currencies[0]}"
        self.require_value(None if currency == "?" else currency, "the currency of amounts", remedy)
        raise UnwritableError(f"{self.dialect.site} has no sign for amounts in `{currency}`", remedy)

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """The tournament, in a currency of the site."""
        money = tournament.currency and self.adapt_currency_or_refuse(tournament.currency)
        return replace(
            tournament, tournament_id=self.decimal_or_hashed_number(tournament.tournament_id), currency=money
        )

    def table(self) -> TableLine:
        """Name, size and button; the currency is in the header."""
        table = self.hand.table
        end = f" {self.table_name_suffix}" if self.table_name_suffix else ""
        name = (table.name or NAMELESS)[: LONGEST - len(end)] + end
        return replace(table, name=name, play_money=self.hand.header.currency == "play")

    @property
    def table_name_suffix(self) -> str:
        """The end of the hand's number, to make the table unique; empty if a hand follows or a word can say so."""
        follows = self.hand.header.in_sequence or not self.header().in_sequence
        return "" if follows else self.hand_number[-8:]

    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return self.hand.seats

    # --- the play -----------------------------------------------------------------------------------------

    def ordered_story(self) -> Iterable[Event]:
        """Events and notes, in the order of the text."""
        return merge(self.hand.events, self.notes, key=attrgetter("line"))

    def move_received_after_discards(self, story: Iterable[Event]) -> Iterator[Event]:
        """Events with all cards received in a draw after its last discard."""
        received: list[Event] = []
        for event in story:
            if isinstance(event, ev.Receive):
                received.append(event)
                continue
            if not isinstance(event, IN_DRAW):
                yield from received
                received.clear()
            yield event

    def lines(self) -> Iterator[Events]:
        """The events of each line."""
        return self.lines_of_story(self.ordered_story())

    def lines_of_story(self, story: Iterable[Event]) -> Iterator[Events]:
        """The events of each line of that part of the story."""
        for event in story:
            if self.heads_betting and isinstance(event, ev.ACTS):
                yield from self.betting_heading_once(event.line)
            for written in self.lines_of_event(event):
                yield written if isinstance(written, tuple) else (written,)
            self.update_state(event)

    def lines_of_event(self, event: Event) -> Iterator[Event | Events]:
        """The lines for an event."""
        if isinstance(event, self.silent):
            return
        if type(event) in self.unprinted:
            event = replace(event, **self.unprinted[type(event)])
        yield from getattr(self, _method_name(type(event)), self.as_hero_sees)(event)

    def as_hero_sees(self, event: Event) -> Iterable[Event]:
        """The event as the hero sees it."""
        return seen_by_hero([event], self.hero)

    def is_of_hero_and_known(self, event: ev.Receive) -> bool:
        """Whether these are the hero's cards, and known."""
        return event.player == self.hero and event.kept is not None and event.new is not None

    def update_state(self, event: Event) -> None:
        """Update the state that later events depend on."""
        if isinstance(event, ev.DrawBegins):
            self.round = event.draw

    def betting_heading_once(self, line: int = 0) -> Iterator[Events]:
        """The heading of the round, unless it has been written."""
        if self.headed < self.round:
            self.headed = self.round
            yield (ev.BettingBegins(line, self.round),)
