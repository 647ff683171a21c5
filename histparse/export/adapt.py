"""What the adaptations of all sites share: a hand event by event, with only what a site's text would say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from heapq import merge
from operator import attrgetter
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from histparse.export.completion import DEALT, completed
from histparse.export.contract import UnwritableError
from histparse.export.hero_view import seen_by_hero
from histparse.export.ledger import Ledger, big_blind
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Check,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Note,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    StandPat,
    Wager,
)
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.parsing.dialects.base import Dialect

T = TypeVar("T")
Events = tuple[Event, ...]
"""The events of one line."""
ACTS = (Fold, Check, Call, Bet, Raise, Wager)
NAMELESS = "?"
"""A table that the text has no name for."""
IN_DRAW = (Discard, StandPat, Receive, Reshuffle, Note)


@cache
def _method_for(kind: type[Event]) -> str:
    return f"on_{kind.__name__.lower()}"


class Adaptation:
    """One hand on its way into a site's words. A subclass overrides what its site says in another way.

    `on_raise` gives what a line says of a Raise, and so on for each type of event, one event or all those of a line at
    a time; what has no such method is written as the hero sees it.
    """

    dialect: ClassVar[type[Dialect]]
    silent: ClassVar[tuple[type[Event], ...]] = ()
    """What has no line at the site."""
    currencies: ClassVar[tuple[str, ...]]
    """Those the site has signs for, its own first."""
    caps_stacks: ClassVar[bool] = False
    prints_time: ClassVar[bool] = True
    prints_price: ClassVar[bool] = False
    prints_level: ClassVar[bool] = False
    """What its header has and cannot leave out."""
    heads_betting: ClassVar[bool] = False
    """A round of betting has a heading, if there is an act in it."""

    def __init__(self, hand: Hand) -> None:
        self.is_dealt = hand.reading == DEALT
        self.hand = completed(hand)
        self.hero = hand.hero
        self.ledger = Ledger(self.hand)
        """The chips as they were before the event that is written."""
        self.notes = self.hand.notes if hand.header.site == self.dialect.site else ()
        """Nobody else has the site's words for what happens beside the play."""
        self.round = 0
        """The betting round, 0-3; it changes when a draw begins."""
        self.headed = -1
        """The last betting round that has its heading."""
        self.big_blind_posted = False

    def adapted(self) -> Hand:
        """The hand as the site's text would give it."""
        placed = list(self.placed())
        return replace(
            self.hand,
            header=self.header(),
            table=self.table(),
            seats=self.seats(),
            events=tuple(self.as_read([event for event in placed if not isinstance(event, Note)])),
            notes=tuple(event for event in placed if isinstance(event, Note)),
            hero=self.hero,
            reading=self.dialect.figures,
            last_line=max((event.line for event in placed), default=0),
        )

    def placed(self) -> Iterator[Event]:
        """Events and notes on their lines, counted from the seats on; where they stand in a file, `numbered` knows."""
        for line, events in enumerate(self.lines(), 3 + len(self.hand.seats)):
            yield from (replace(event, line=line) for event in events)

    # --- before the play ----------------------------------------------------------------------------------

    def header(self) -> Header:
        """What every site's header has; a kind of table is a word of its own site."""
        header, site = self.hand.header, self.dialect.site
        if header.stack_cap is not None and not self.caps_stacks:
            raise UnwritableError(f"{site} has no words for a cap on what one may lose")
        if self.prints_time:
            self.required(header.played_at, "when a hand was played")
        return Header(
            header.line,
            site,
            self.number(header.hand_id),
            header.limit,
            header.low,
            header.high,
            self.currency(header.currency),
            header.played_at,
            kind=header.kind if header.site == site else None,
            tournament=header.tournament and self.tournament(header.tournament),
        )

    def required(self, value: T | None, what: str) -> T:
        """What the site's text cannot leave out. Raises UnwritableError where the hand does not have it."""
        if value is None:
            raise UnwritableError(f"{self.dialect.site} prints {what}, which this hand leaves out")
        return value

    def number(self, name: str) -> str:
        """A number for a hand or a tournament: its own, or one made of what another site calls it."""
        return name if name.isdecimal() else str(int(blake2b(name.encode(), digest_size=6).hexdigest(), 16))

    def currency(self, currency: str) -> str:
        """The same, for amounts are not exchanged; but the dealer's chips are whatever the site's are."""
        if currency in ("chips", *self.currencies):
            return currency
        if self.is_dealt:
            return self.currencies[0]
        raise UnwritableError(f"{self.dialect.site} has no sign for amounts in `{currency}`")

    def tournament(self, tournament: Tournament) -> Tournament:
        """With what it costs, where the site says so."""
        if self.prints_price:
            self.required(tournament.buy_in, "what a tournament costs")
        if self.prints_level:
            self.required(tournament.level, "the level of a tournament")
        money = tournament.currency and self.currency(tournament.currency)
        return replace(tournament, tournament_id=self.number(tournament.tournament_id), currency=money)

    def table(self) -> Table:
        """Name, size and button; what the chips are, the header knows."""
        table = self.hand.table
        return replace(table, name=table.name or NAMELESS, play_money=self.hand.header.currency == "play")

    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(replace(seat, bounty=None) for seat in self.hand.seats)

    # --- the play -----------------------------------------------------------------------------------------

    def story(self) -> Iterable[Event]:
        """What happens and what is said beside it, in the order of the text."""
        return merge(self.hand.events, self.notes, key=attrgetter("line"))

    def served_last(self, story: Iterable[Event]) -> Iterator[Event]:
        """The same, with the cards that all receive in a draw after its last discard."""
        received: list[Event] = []
        for event in story:
            if isinstance(event, Receive):
                received.append(event)
                continue
            if not isinstance(event, IN_DRAW):
                yield from received
                received.clear()
            yield event

    def lines(self) -> Iterator[Events]:
        """The events of each line."""
        for event in self.story():
            if self.heads_betting and isinstance(event, ACTS):
                yield from self.betting_begins(event.line)
            for written in self.written(event):
                yield written if isinstance(written, tuple) else (written,)
            self.enter(event)

    def written(self, event: Event) -> Iterator[Event | Events]:
        """The lines of an event."""
        if not isinstance(event, self.silent):
            yield from getattr(self, _method_for(type(event)), self.seen)(event)

    def seen(self, event: Event) -> Iterable[Event]:
        """The event as the hero sees it."""
        return seen_by_hero([event], self.hero)

    def enter(self, event: Event) -> None:
        """What the event changes for those after it."""
        self.ledger.enter(event)
        if isinstance(event, DrawBegins):
            self.round = event.draw

    def betting_begins(self, line: int = 0) -> Iterator[Events]:
        """The heading of the round, unless it has been written."""
        if self.headed < self.round:
            self.headed = self.round
            yield (BettingBegins(line, self.round),)

    def on_fold(self, event: Fold) -> Iterator[Event]:
        """No card is turned up."""
        yield replace(event, cards=())

    def on_post(self, event: Post) -> Iterator[Event]:
        """A big blind beside the first one is an extra one; of both blinds at once the dead one stands apart."""
        if event.kind is PostKind.SMALL_AND_BIG:
            live = big_blind(self.hand.header)
            yield Post(event.line, event.player, PostKind.DEAD_BLIND, event.amount - live)
            yield Post(event.line, event.player, PostKind.EXTRA_BLIND, live, event.all_in)
            return
        extra = event.kind is PostKind.BIG_BLIND and self.big_blind_posted
        yield replace(event, kind=PostKind.EXTRA_BLIND) if extra else event
        self.big_blind_posted |= event.kind is PostKind.BIG_BLIND

    def as_read(self, events: list[Event]) -> Iterable[Event]:
        """The events in the order in which a reader of the text puts them."""
        return events
