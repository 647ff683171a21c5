"""Full Tilt: what this site prints of a hand.

All players discard before any is dealt new cards, and everybody's number of cards is printed. An uncontested winner
mucks before being paid. Dead and live blinds of new players have lines of their own, and the summary lists everybody at
the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Events
from histparse.export.contract import Remark, UnwritableError
from histparse.export.ledger import Ledger
from histparse.export.pots import split_into_pots
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.events import Event, Outcome
from histparse.model.hand import Hand, Header, TableLine, Tournament
from histparse.model.house import House
from histparse.model.money import SIGNS
from histparse.model.ranking import describe, number
from histparse.model.times import ZONES
from histparse.parsing.dialects.fulltilt import FullTilt
from tests.dealer.adaptation import SiteAdaptation
from tests.dealer.fulltilt.chips import Chips
from tests.dealer.fulltilt.header import NEW_CLIENT, is_archived, played_since
from tests.dealer.fulltilt.words import name_hand, remark

_MIX = re.compile(r"\d{1,2}-Game|[A-Z]{2,5}")
"""Mixes that a header of this site can name."""


class FullTiltHand(SiteAdaptation):
    """One hand as Full Tilt prints it."""

    dialect = FullTilt
    unprinted: ClassVar = {**SiteAdaptation.unprinted, ev.Raise: {"by": None}}
    currencies = ("USD", *(currency for currency in SIGNS if currency != "USD"), "play")
    silent = (ev.Capped, ev.Reshuffle, ev.NoShow, ev.Result)
    contested = False
    """Whether there was a showdown."""

    def __init__(self, hand: Hand, rules: House | None) -> None:
        super().__init__(hand, rules)
        self.ledger: Chips = Chips(self.hand)
        self.cap = self.hand.header.stack_cap
        """What one may lose at most, which only this site says."""
        self.hand = replace(self.hand, header=replace(self.hand.header, stack_cap=None))
        if not self.is_dealt:
            self.hand = _raked_from_main_pot(self.hand)

    def header(self) -> Header:
        """A tournament's name is its kind; its level is not printed."""
        header = self.hand.header
        written = replace(super().header(), stack_cap=self.cap, ante=header.ante or None)
        zone = header.zone if header.zone in ZONES else None
        mix = header.mix if _MIX.fullmatch(header.mix or "") else None
        kind = written.kind
        if header.tournament is not None and (self.is_dealt or header.site != self.dialect.site):
            kind = "Heads-Up Sit & Go" if self.hand.table.seats == 2 else "Sit & Go"
        return replace(written, zone=zone, mix=mix, kind=kind, in_sequence="rush" not in (kind or "").lower())

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """The level is not printed."""
        return replace(
            super().adapt_tournament_or_refuse(tournament), level=None, bounty=None, fee=tournament.fee or None
        )

    def table(self) -> TableLine:
        """Tournament tables have their size printed only if heads-up."""
        table = super().table()
        return table if self.hand.header.tournament is None or table.seats == 2 else replace(table, seats=None)

    def ordered_story(self) -> Iterator[Event]:
        """All cards received in a draw come after its last discard."""
        return self.move_received_after_discards(super().ordered_story())

    def lines(self) -> Iterator[Events]:
        """Play and chat, then the results by seat."""
        yield from super().lines()
        yield from ((result,) for result in sorted(self._results(), key=attrgetter("seat")))

    def on_drawbegins(self, event: ev.DrawBegins) -> Iterator[Event]:
        """Each client's heading states the pot differently, and the archive's not at all."""
        chips = self.ledger
        if is_archived(self.hand):
            yield event
        elif played_since(self.hand.header, NEW_CLIENT):
            yield replace(event, pot=chips.pot, players=chips.contenders, all_in=len(chips.all_in) or None)
        else:
            yield replace(event, pot=chips.pot, players=None, all_in=None)

    def on_receive(self, event: ev.Receive) -> Iterator[Event]:
        """Others' cards are counted."""
        yield event if self.is_of_hero_and_known(event) else ev.Receive(event.line, event.player, event.count)

    def on_showdownbegins(self, event: ev.ShowdownBegins) -> Iterator[Event]:
        """Note that the winner comes after a showdown."""
        self.contested = True
        yield event

    def on_show(self, event: ev.Show) -> Iterator[Event]:
        """The cards are sorted."""
        yield replace(event, cards=_sorted(event.cards), says=_name_shown(event))

    def on_collect(self, event: ev.Collect) -> Iterator[Event]:
        """Without a showdown the winner mucks first; otherwise the hand is named again."""
        shown = [show for show in ev.of_type(self.hand.events, ev.Show) if show.player == event.player]
        if not self.contested and not shown:
            yield ev.Muck(event.line, event.player)
        yield replace(event, says=_name_shown(shown[0]) if shown else None)

    def on_total(self, event: ev.Total) -> Iterator[Event]:
        """The parts are those before the rake, which comes from the main pot."""
        yield event if event.main is None else replace(event, main=event.main + (event.rake or 0))

    def on_note(self, event: ev.Note) -> Iterator[Event]:
        """A time-out is preceded by the running clock."""
        if event.kind == "time out" and event.player is not None:
            yield replace(event, kind="clock", text=remark(Remark("clock", event.player, number=15)))
        if event.text and not self._is_ambiguous_chat(event):
            yield event

    def _is_ambiguous_chat(self, note: ev.Note) -> bool:
        """`wet: paint sits down` of somebody without a seat: who says or does it is ambiguous."""
        return ": " in (note.player or "") and all(seat.player != note.player for seat in self.hand.seats)

    def _results(self) -> Iterator[ev.Result]:
        """A line for everybody; heads-up the button is not marked, and hands mucked at the showdown are named."""
        for event in self.hand.events:
            if isinstance(event, ev.Result):
                positions = tuple(where for where in event.positions if where != "button" or len(event.positions) == 1)
                cards = event.cards and _sorted(event.cards)
                yield replace(event, positions=positions, cards=cards, says=cards and name_hand(cards))
        for seat in self.hand.seats:
            if not seat.dealt_in:
                yield ev.Result(0, seat.seat, seat.player, Outcome.SITTING_OUT)


def _name_shown(show: ev.Show) -> str:
    return name_hand(show.cards) if show.says is None else show.says


def _sorted(cards: Cards) -> Cards:
    """Pairs first, then from high to low."""
    ranks = describe(number(cards)).ranks
    return tuple(sorted(cards, key=lambda card: ranks.index(card[0])))


def _raked_from_main_pot(hand: Hand) -> Hand:
    """The hand, or one with the same results in which no side pot is raked.

    Raises UnwritableError where these would not be the same: several players win the pots.
    """
    total = next((event for event in ev.of_type(hand.events, ev.Total)), None)
    if total is None or total.main is None:
        return hand
    ledger = Ledger.of_finished_hand(hand)
    live = [seat.player for seat in hand.seats if seat.dealt_in and seat.player not in ledger.folded]
    main, *sides = (pot.amount for pot in split_into_pots(ledger, live))
    left = main - (total.rake or 0)
    if list(total.sides) == sides:
        return hand
    if len({event.player for event in ev.of_type(hand.events, ev.Collect)}) > 1 or left < 0:
        raise UnwritableError("fulltilt takes the rake from the main pot, and a side pot of this hand was raked")
    return replace(hand, events=tuple(_with_amounts(event, [left, *sides]) for event in hand.events))


def _with_amounts(event: Event, paid: list[int]) -> Event:
    """The event with what each pot pays."""
    if isinstance(event, ev.Collect):
        return replace(event, amount=paid[event.pot or 0])
    return replace(event, main=paid[0], sides=tuple(paid[1:])) if isinstance(event, ev.Total) else event
