"""Merge: what this site prints of a hand.

Rounds have headings, the hero's cards come at the end of the round, acts state the chips added, rake is not printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Events
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Seat, TableLine, Tournament
from histparse.model.house import House
from histparse.parsing.dialects.merge import Merge
from tests.dealer.adaptation import SiteAdaptation
from tests.dealer.merge.words import name_hand

_ENDS = (ev.DrawBegins, ev.SummaryBegins, ev.ShowdownBegins, ev.Collect, ev.NoShow)
"""Events that end a round."""


class MergeHand(SiteAdaptation):
    """One hand as Merge prints it."""

    dialect = Merge
    unprinted: ClassVar = {
        **SiteAdaptation.unprinted,
        ev.Discard: {"cards": None},
        ev.Raise: {"by": None},
        ev.Show: {"says": None},
    }
    currencies = ("USD", "play")
    prints_level = True
    silent = (ev.Capped, ev.Reshuffle, ev.NoShow, ev.Uncalled, ev.Collect, ev.Total, ev.Result)
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

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """The tournament's number and level."""
        return Tournament(
            self.decimal_or_hashed_number(tournament.tournament_id),
            super().adapt_tournament_or_refuse(tournament).level,
        )

    def table(self) -> TableLine:
        """Seats are counted from 0."""
        table = super().table()
        return replace(table, button=self.require_value(table.button, "who has the button") - 1)

    def seats(self) -> tuple[Seat, ...]:
        """Seats are counted from 0."""
        return tuple(replace(seat, seat=seat.seat - 1) for seat in super().seats())

    def lines_of_event(self, event: Event) -> Iterator[Event | Events]:
        """At the end of a round the hero's cards come first."""
        if isinstance(event, _ENDS):
            yield from self._round_ends()
        yield from super().lines_of_event(event)

    def betting_heading_once(self, line: int = 0) -> Iterator[Events]:
        """The heading also ends the draw."""
        if self.headed < self.round > 0:
            yield from self._round_ends()
        yield from super().betting_heading_once(line)

    def _round_ends(self) -> Iterator[Events]:
        yield from self.late
        self.late = []

    def on_post(self, event: ev.Post) -> Iterator[Event]:
        """A small and big blind at once has its own type; all-ins are not marked."""
        if event.kind is PostKind.SMALL_AND_BIG:
            yield replace(event, all_in=False)
        else:
            yield from (replace(post, all_in=False) for post in super().on_post(event))

    def on_deal(self, event: ev.Deal) -> Iterator[Event]:
        """Printed after the first betting round."""
        for deal in ev.of_type(self.as_hero_sees(event), ev.Deal):
            self.require_value(
                None if UNKNOWN in event.cards else event.cards, f"the five cards dealt to {event.player}"
            )
            self.late.append((replace(deal, says=_named(deal.cards)),))
        yield from ()

    def on_receive(self, event: ev.Receive) -> Iterator[Event]:
        """All five cards the hero holds."""
        known = event.kept is not None and event.new is not None
        yield from self._held(event, (event.kept or ()) + (event.new or ()) if known else None)

    def on_standpat(self, event: ev.StandPat) -> Iterator[Event]:
        """The hero's cards are repeated."""
        yield ev.StandPat(event.line, event.player)
        yield from self._held(event, event.held)

    def _held(self, event: ev.Receive | ev.StandPat, cards: Cards | None) -> Iterator[Event]:
        if event.player == self.hero and cards is not None:
            self.late.append((ev.Receive(event.line, event.player, held=cards, says=_named(cards)),))
        yield from ()

    def on_call(self, event: ev.Call | ev.Bet | ev.Raise) -> Iterator[Event]:
        """A player's last chips have a type of their own, whatever the act; it states what they add."""
        bet = self.ledger.bets[event.player]
        added = (event.to or 0) - bet if isinstance(event, ev.Raise) else event.added or 0
        yield ev.Wager(event.line, event.player, added, all_in=True) if event.all_in else event

    on_bet = on_raise = on_call

    def on_note(self, event: ev.Note) -> Iterator[Event]:
        """Only chat is printed."""
        if event.text:
            yield event

    def on_summarybegins(self, event: ev.SummaryBegins) -> Iterator[Event]:
        """An uncalled winner mucks and is paid at once; after a showdown the mucked hands are turned up first."""
        collects = ev.of_type(self.hand.events, ev.Collect)
        returned = ev.of_type(self.hand.events, ev.Uncalled)
        if any(isinstance(shown, ev.ShowdownBegins) for shown in self.hand.events):
            yield from self._mucked()
            yield event
            shown = {show.player: show for show in ev.of_type(self.hand.events, ev.Show)}
            for paid in collects:
                show = self.require_value(shown.get(paid.player), f"the cards of {paid.player} at the showdown")
                yield replace(paid, says=(show.says if self.is_dealt else None) or name_hand(show.cards))
            yield from returned
            return
        for paid in collects:
            yield ev.Muck(event.line, paid.player)
            yield replace(paid, amount=paid.amount + sum(uncalled.amount for uncalled in returned))
        yield event

    def _mucked(self) -> Iterator[ev.Result]:
        """The cards of players who did not show."""
        seats = {seat.player: seat.seat for seat in self.seats()}
        for event in self.hand.events:
            if isinstance(event, ev.Result) and event.outcome is Outcome.MUCKED and event.cards is not None:
                yield ev.Result(event.line, seats[event.player], event.player, Outcome.MUCKED, cards=event.cards)

    def as_read(self, events: list[Event]) -> Iterator[Event]:
        """The deal goes after the forced bets."""
        yield from ev.of_type(events, ev.Post)
        yield from ev.of_type(events, ev.Deal)
        yield from (event for event in events if not isinstance(event, ev.Post | ev.Deal))


def _named(cards: Cards) -> str | None:
    """The words for a hand, if it is one."""
    return name_hand(cards) if len(cards) == 5 else None
