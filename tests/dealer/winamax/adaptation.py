"""Winamax: what this site prints of a hand.

Everybody dealt in has a line, but cards drawn have none. Uncalled bets are not returned: they go to the winner with the
pot, or are a side pot of their own. All remaining hands are turned up, and the summary omits players who folded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Events
from histparse.export.line_writer import from_roman_numeral
from histparse.model import events as ev
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, TableLine, Tournament
from histparse.model.house import House
from histparse.parsing.dialects.winamax import Winamax
from tests.dealer.adaptation import SiteAdaptation
from tests.dealer.winamax.header import is_export
from tests.dealer.winamax.words import name_hand

KINDS = {"Zoom": "Go Fast"}
NAME = "Deuce Night"


class WinamaxHand(SiteAdaptation):
    """One hand as Winamax prints it."""

    dialect = Winamax
    unprinted: ClassVar = {**SiteAdaptation.unprinted, ev.Discard: {"cards": None}}
    currencies = ("EUR", "play")
    prints_price = True
    silent = (ev.Capped, ev.Reshuffle, ev.Receive, ev.NoShow, ev.Uncalled, ev.Collect, ev.Note)
    heads_betting = True

    def __init__(self, hand: Hand, rules: House | None) -> None:
        super().__init__(hand, rules)
        # The export shows nobody's cards before the showdown.
        self.hero = None if is_export(hand) else hand.hero

    def header(self) -> Header:
        """Money is in euros, and a tournament's blinds follow an ante."""
        header = self.hand.header
        seconds = int(header.played_at.timestamp()) if header.played_at else 0
        kind = None if header.tournament else KINDS.get(header.kind or "")
        antes = [post.amount for post in self._posts if post.kind is PostKind.ANTE]
        return replace(
            super().header(),
            hand_id=f"{self.hand_number}-{seconds % 997}-{seconds}",
            zone="UTC",
            kind=kind,
            in_sequence=kind is None,
            ante=max(antes, default=0 if header.tournament else None),
        )

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """Levels are Arabic numerals."""
        return replace(super().adapt_tournament_or_refuse(tournament), level=from_roman_numeral(tournament.level))

    def table(self) -> TableLine:
        """A tournament's table is named after it."""
        table, tournament = super().table(), self.hand.header.tournament
        self.require_value(table.seats, "how many seats a table has", "table-seats 6")
        if tournament is None:
            return table
        return replace(
            table,
            name=f"{NAME}({self.decimal_or_hashed_number(tournament.tournament_id)})#{self.table_name_suffix or 1}",
        )

    def ordered_story(self) -> list[Event]:
        """The forced bets come first."""
        return sorted(self.hand.events, key=lambda event: not isinstance(event, ev.Post))

    def on_deal(self, event: ev.Deal) -> Iterator[Event | Events]:
        """Five cards for everybody, from the small blind on, below the heading of the first round."""
        if not self.is_first_dealt(event):
            return
        yield from self.betting_heading_once()
        if not is_export(self.hand):
            small = next(post.player for post in self._posts if post.kind is not PostKind.ANTE)
            dealt = (deal.player for deal in ev.of_type(self.hand.events, ev.Deal))
            yield from self.dealt_at_once(dict.fromkeys([small, *dealt]))

    def on_muck(self, event: ev.Muck) -> Iterator[Event]:
        """All remaining players turn up their hands."""
        mucked = {end.player: end.cards for end in ev.of_type(self.hand.events, ev.Result)}
        cards = self.require_value(mucked[event.player], f"the cards of {event.player} at the showdown")
        yield ev.Show(0, event.player, cards, name_hand(cards))

    def on_show(self, event: ev.Show) -> Iterator[Event]:
        """Hands are named."""
        yield event if event.says is not None else replace(event, says=name_hand(event.cards))

    def on_summarybegins(self, event: ev.SummaryBegins) -> Iterator[Event]:
        """The winners come before it."""
        yield from self._payouts
        yield event

    def on_total(self, event: ev.Total) -> Iterator[Event]:
        """The pot is what the winners got."""
        yield ev.Total(0, sum(payout.amount for payout in self._payouts), event.rake)

    def on_result(self, event: ev.Result) -> Iterator[Event]:
        """Players who folded have no line."""
        if event.outcome is Outcome.FOLDED:
            return
        won = Counter[str]()
        for payout in self._payouts:
            won[payout.player] += payout.amount
        shown = event.outcome is not Outcome.COLLECTED
        yield replace(
            event,
            outcome=Outcome.SHOWED if shown else Outcome.COLLECTED,
            positions=tuple(sorted(event.positions, key=lambda position: position == "button")),
            won=won[event.player] or None,
            says=name_hand(event.cards or ()) if shown else None,
        )

    @cached_property
    def _posts(self) -> list[ev.Post]:
        return ev.of_type(self.hand.events, ev.Post)

    @cached_property
    def _payouts(self) -> list[ev.Collect]:
        """Uncalled chips are the last pot. Pots side by side that one player wins are one line; the main is last."""
        events = self.hand.events
        paid = sorted(ev.of_type(events, ev.Collect), key=lambda event: event.pot or 0)
        uncalled = ev.of_type(events, ev.Uncalled)
        shares = [[share for share in paid if share.pot == pot] for pot in dict.fromkeys(share.pot for share in paid)]
        shares += [[ev.Collect(0, bet.player, bet.amount)] for bet in uncalled]
        merged: list[list[ev.Collect]] = []
        for pot in shares:
            if merged and len(pot) == len(merged[-1]) == 1 and pot[0].player == merged[-1][0].player:
                merged[-1] = [replace(pot[0], amount=merged[-1][0].amount + pot[0].amount)]
            else:
                merged.append(pot)
        several = len(merged) > 1
        numbered = [
            replace(share, pot=number if several else None) for number, pot in enumerate(merged) for share in pot
        ]
        return sorted(numbered, key=lambda share: -(share.pot or 0))
