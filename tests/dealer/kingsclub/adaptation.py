"""KingsClub: what this site prints of a hand.

Rounds have headings, calls and raises give totals, and the summary states everybody's net.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Events
from histparse.export.ledger import Ledger, big_blind
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Seat, TableLine, Tournament
from histparse.parsing.dialects.kingsclub import KingsClub
from tests.dealer.adaptation import SiteAdaptation


class KingsClubHand(SiteAdaptation):
    """One hand as KingsClub prints it."""

    dialect = KingsClub
    unprinted: ClassVar = {**SiteAdaptation.unprinted, ev.Raise: {"by": None}, ev.StandPat: {"held": None}}
    currencies = ("?",)
    silent = (
        ev.Capped,
        ev.Reshuffle,
        ev.NoShow,
        ev.Note,
        ev.Show,
        ev.Muck,
        ev.Uncalled,
        ev.SummaryBegins,
        ev.Total,
        ev.Result,
        ev.Collect,
    )
    """The summary is written afresh, and players who muck elsewhere show here."""
    heads_betting = True
    thrown: ev.Discard | None = None
    """The hero's discard: their new cards are on the same line."""

    def header(self) -> Header:
        """Without time zones, mixes and kinds of tables."""
        return replace(super().header(), kind=None)

    def adapt_currency_or_refuse(self, currency: str) -> str:
        """The currency is not stated."""
        return "chips" if currency == "chips" else "?"

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """The tournament's number."""
        return Tournament(self.decimal_or_hashed_number(tournament.tournament_id))

    def table(self) -> TableLine:
        """Tournament tables are named after the tournament."""
        tournament = self.hand.header.tournament
        table = replace(super().table(), seats=None, play_money=False)
        if tournament is None:
            return table
        return replace(
            table, name=f"T{self.decimal_or_hashed_number(tournament.tournament_id)} [{self.table_name_suffix or 1}]"
        )

    def lines(self) -> Iterator[Events]:
        """The play under its headings, then the summary."""
        yield from self.betting_heading_once()
        yield from super().lines()
        if any(isinstance(event, ev.SummaryBegins) for event in self.hand.events):
            yield from self._summary()

    def on_post(self, event: ev.Post) -> Iterator[Event]:
        """When a small and a big blind are posted at once, only the live one is printed."""
        if event.kind is PostKind.SMALL_AND_BIG:
            event = ev.Post(
                event.line, event.player, PostKind.EXTRA_BLIND, min(event.amount, big_blind(self.hand.header))
            )
        if event.kind is not PostKind.DEAD_BLIND:
            yield from super().on_post(event)

    def on_deal(self, event: ev.Deal) -> Iterator[Event]:
        """Everybody at once, by seat; only the hero's cards are shown."""
        if self.is_first_dealt(event):
            yield from self.dealt_at_once(seat.player for seat in self.hand.seats)

    def on_call(self, event: ev.Call) -> Iterator[Event]:
        """By the player's total in this round."""
        yield ev.Call(0, event.player, None, self.ledger.bets[event.player] + (event.added or 0), event.all_in)

    def on_drawbegins(self, event: ev.DrawBegins) -> Iterator[Events]:
        """The round before it has a heading even if nobody could bet."""
        yield from self.betting_heading_once()
        yield (event,)

    def on_discard(self, event: ev.Discard) -> Iterator[Event]:
        """The hero's is on one line with the new cards, if known."""
        if event.player == self.hero and event.cards is not None:
            self.thrown = event
        else:
            yield ev.Discard(0, event.player, event.count)

    def on_receive(self, event: ev.Receive) -> Iterator[Event | Events]:
        """Only the hero's cards are shown."""
        if self.thrown is not None:
            yield (
                (self.thrown, replace(event, kept=None))
                if event.new
                else ev.Discard(0, event.player, self.thrown.count)
            )
            self.thrown = None

    def on_showdownbegins(self, _event: ev.ShowdownBegins) -> Iterator[Events]:
        """Everybody turns up their cards; if nobody could bet any more, before the heading of the last round."""
        hands = self._last_hands()
        if self.headed < self.round:
            yield from (
                (ev.Show(0, seat.player, hands[seat.player]),) for seat in self.hand.seats if seat.player in hands
            )
            yield from self.betting_heading_once()
            return
        facing = [event.player for event in self.hand.events if isinstance(event, ev.Show | ev.Muck)]
        for place, player in enumerate(facing):
            begins = () if place else (ev.ShowdownBegins(0),)
            yield (*begins, ev.Show(0, player, hands[player]))

    def as_read(self, events: list[Event]) -> Iterator[Event]:
        """Events inferred from the summary go where they took place: dead blinds first, unprinted pots at the end."""
        results = {event.line for event in ev.of_type(events, ev.Result)}
        proven = [event for event in events if event.line in results and not isinstance(event, ev.Result)]
        plain = [event for event in events if event.line not in results or isinstance(event, ev.Result)]
        blinds = (n for n, event in enumerate(plain) if isinstance(event, ev.Post) and event.kind is not PostKind.ANTE)
        place = next(blinds, 0)
        yield from plain[:place]
        yield from ev.of_type(proven, ev.Post)
        yield from plain[place:]
        yield from ev.of_type(proven, ev.Collect)

    def _last_hands(self) -> dict[str, Cards]:
        """The cards of those at the showdown, including those who would muck elsewhere."""
        events = self.hand.events
        mucked = {e.player: e.cards for e in ev.of_type(events, ev.Result) if e.outcome is Outcome.MUCKED}
        hands = mucked | {event.player: event.cards for event in ev.of_type(events, ev.Show)}
        return {
            player: self.require_value(five, f"the cards of {player} at the showdown") for player, five in hands.items()
        }

    # --- the summary --------------------------------------------------------------------------------------

    def _summary(self) -> Iterator[Events]:
        """Heading, a line for everybody dealt in, rake if there is any, winners."""
        implied, paid = _winners(self.hand, self.ledger)
        yield (ev.SummaryBegins(0),)
        dealt = {event.player for event in ev.of_type(self.hand.events, ev.Deal)}
        for seat in self.hand.seats:
            if seat.player in dealt:
                yield (self._result(seat), *self._proven(seat.player, implied))
        rake = next((event.rake for event in ev.of_type(self.hand.events, ev.Total)), 0)
        if rake:
            yield (ev.Total(0, None, rake),)
        yield from ((event,) for event in paid)

    def _result(self, seat: Seat) -> ev.Result:
        net = self.ledger.net(seat.player)
        return ev.Result(0, seat.seat, seat.player, Outcome.UNSAID, stack=seat.stack + net, net=net)

    def _proven(self, player: str, implied: Iterable[ev.Collect]) -> Iterator[Event]:
        """Events that show only in the player's net."""
        if self.ledger.dead[player]:
            yield ev.Post(0, player, PostKind.DEAD_BLIND, self.ledger.dead[player])
        yield from (event for event in implied if event.player == player)


def _winners(hand: Hand, ledger: Ledger) -> tuple[list[ev.Collect], list[ev.Collect]]:
    """Pots that only one player had a claim on, which have no line, and the others."""
    collects = ev.of_type(hand.events, ev.Collect)
    most = max(ledger.live.values(), default=0)
    claims = [player for player, live in ledger.live.items() if live == most and player not in ledger.folded]
    top = max((event.pot or 0 for event in collects), default=0)
    unprinted = top if top and len(claims) == 1 else None
    implied = [replace(event, pot=None) for event in collects if top and event.pot == unprinted]
    paid = [event for event in collects if not (top and event.pot == unprinted)]
    several = any(event.pot for event in paid)
    return implied, [event if several else replace(event, pot=None) for event in paid]
