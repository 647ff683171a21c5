"""Merge: what this site prints of a hand.

Rounds have headings, the hero's cards come at the end of the round, acts state the chips added, rake is not printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adapt import Adaptation, Events
from histparse.export.merge.words import says
from histparse.model.cards import Cards
from histparse.model.events import (
    Bet,
    Call,
    Capped,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Muck,
    NoShow,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
    Uncalled,
    Wager,
)
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.model.house import House
from histparse.parsing.dialects.merge import Merge

_ENDS = (DrawBegins, SummaryBegins, ShowdownBegins, Collect, NoShow)
"""Events that end a round."""


class MergeHand(Adaptation):
    """One hand as Merge prints it."""

    dialect = Merge
    unprinted: ClassVar = {**Adaptation.unprinted, Discard: {"cards": None}, Show: {"says": None}}
    currencies = ("USD", "play")
    prints_level = True
    silent = (Capped, Reshuffle, NoShow, Uncalled, Collect, Total, Result)
    """Events written with the summary, or not at all."""
    heads_betting = True

    def __init__(self, hand: Hand, rules: House | None) -> None:
        super().__init__(hand, rules)
        self.late: list[Events] = []
        """The hero's cards, printed at the end of the round."""

    def header(self) -> Header:
        """The id is the number of the table and of the hand at it."""
        number = self.hand_number.zfill(4)
        return replace(super().header(), hand_id=f"{number[:-3]}-{int(number[-3:])}", kind=None)

    def tournament(self, tournament: Tournament) -> Tournament:
        """The tournament's number and level."""
        return Tournament(self.number(tournament.tournament_id), super().tournament(tournament).level)

    def table(self) -> Table:
        """Seats are counted from 0."""
        table = super().table()
        return replace(table, button=self.required(table.button, "who has the button") - 1)

    def seats(self) -> tuple[Seat, ...]:
        """Seats are counted from 0."""
        return tuple(replace(seat, seat=seat.seat - 1) for seat in super().seats())

    def written(self, event: Event) -> Iterator[Event | Events]:
        """At the end of a round the hero's cards come first."""
        if isinstance(event, _ENDS):
            yield from self._round_ends()
        yield from super().written(event)

    def betting_begins(self, line: int = 0) -> Iterator[Events]:
        """The heading also ends the draw."""
        if self.headed < self.round > 0:
            yield from self._round_ends()
        yield from super().betting_begins(line)

    def _round_ends(self) -> Iterator[Events]:
        yield from self.late
        self.late = []

    def on_post(self, event: Post) -> Iterator[Event]:
        """A small and big blind at once has its own type; all-ins are not marked."""
        if event.kind is PostKind.SMALL_AND_BIG:
            yield replace(event, all_in=False)
        else:
            yield from (replace(post, all_in=False) for post in super().on_post(event))

    def on_deal(self, event: Deal) -> Iterator[Event]:
        """Printed after the first betting round."""
        self.late += [(seen,) for seen in self.seen(event)]
        yield from ()

    def on_receive(self, event: Receive) -> Iterator[Event]:
        """All five cards the hero holds."""
        known = event.kept is not None and event.new is not None
        yield from self._held(event, (event.kept or ()) + (event.new or ()) if known else None)

    def on_standpat(self, event: StandPat) -> Iterator[Event]:
        """The hero's cards are repeated."""
        yield StandPat(event.line, event.player)
        yield from self._held(event, event.held)

    def _held(self, event: Receive | StandPat, cards: Cards | None) -> Iterator[Event]:
        if event.player == self.hero and cards is not None:
            self.late.append((Receive(event.line, event.player, held=cards),))
        yield from ()

    def on_call(self, event: Call) -> Iterator[Event]:
        """By the chips added."""
        yield self._all_in(event, event.added or 0) if event.all_in else event

    def on_bet(self, event: Bet) -> Iterator[Event]:
        """By the chips added."""
        yield self._all_in(event, event.added) if event.all_in else event

    def on_raise(self, event: Raise) -> Iterator[Event]:
        """By the street total."""
        added = (event.to or 0) - self.ledger.bets[event.player]
        yield self._all_in(event, added) if event.all_in else replace(event, by=None)

    def _all_in(self, event: Call | Bet | Raise, added: int) -> Wager:
        """A player's last chips have a type of their own, whatever the act."""
        return Wager(event.line, event.player, added, all_in=True)

    def on_note(self, event: Note) -> Iterator[Event]:
        """Only chat is printed."""
        if event.text:
            yield event

    def on_summarybegins(self, event: SummaryBegins) -> Iterator[Event]:
        """An uncalled winner mucks and is paid at once; after a showdown the mucked hands are turned up first."""
        collects = [paid for paid in self.hand.events if isinstance(paid, Collect)]
        returned = [back for back in self.hand.events if isinstance(back, Uncalled)]
        if any(isinstance(shown, ShowdownBegins) for shown in self.hand.events):
            yield from self._mucked()
            yield event
            shown = {show.player: show.cards for show in self.hand.events if isinstance(show, Show)}
            yield from (replace(paid, says=says(shown[paid.player])) for paid in collects)
            yield from returned
            return
        for paid in collects:
            yield Muck(event.line, paid.player)
            yield replace(paid, amount=paid.amount + sum(back.amount for back in returned))
        yield event

    def _mucked(self) -> Iterator[Result]:
        """The cards of players who did not show."""
        seats = {seat.player: seat.seat for seat in self.seats()}
        for event in self.hand.events:
            if isinstance(event, Result) and event.outcome is Outcome.MUCKED and event.cards is not None:
                yield Result(event.line, seats[event.player], event.player, Outcome.MUCKED, cards=event.cards)

    def as_read(self, events: list[Event]) -> Iterator[Event]:
        """The deal goes after the forced bets."""
        yield from (event for event in events if isinstance(event, Post))
        yield from (event for event in events if isinstance(event, Deal))
        yield from (event for event in events if not isinstance(event, Post | Deal))
