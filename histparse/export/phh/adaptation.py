"""PHH: what this notation records of a hand: every card and starting stack, but no pot.

All discards of a draw come before the cards received. The cards show who wins; final stacks are given only if there was
rake.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Adaptation, Events
from histparse.export.contract import Remark, UnwritableError
from histparse.export.ledger import Ledger, big_blind, dealt_seats_from_button
from histparse.export.line_writer import from_roman_numeral
from histparse.export.phh.lines import PhhLines, players_with_inconsistent_cards, toml_heading
from histparse.export.writer import Writer
from histparse.model import events as ev
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine, Tournament
from histparse.model.house import House
from histparse.parsing.dialects.phh import Phh, find_hero
from histparse.parsing.dialects.phh_keys import hand_digest_id

AntesAndBlinds = tuple[list[ev.Post], list[ev.Post]]


class PhhHand(Adaptation):
    """One hand as PHH records it."""

    dialect = Phh
    unprinted: ClassVar = {**Adaptation.unprinted, ev.Receive: {"kept": None}, ev.Show: {"says": None}}
    currencies = ("?",)
    prints_time = False
    silent = (ev.Capped, ev.Reshuffle, ev.NoShow, ev.Uncalled, ev.Collect, ev.SummaryBegins, ev.Total, ev.Result)
    heads_betting = True

    def __init__(self, hand: Hand, rules: House | None) -> None:
        super().__init__(hand, rules)
        self.tells_draws = hand.reading.tells_draws
        self.hero = find_hero(self.hand.events)
        self._hiding = players_with_inconsistent_cards(self.hand.events)
        self._antes, self._blinds = self._forced_bets()

    def adapt_hand(self) -> Hand:
        """With the id that its text results in."""
        hand = super().adapt_hand()
        hand = replace(hand, reading=replace(hand.reading, tells_draws=self.tells_draws))
        hand_id = hand_digest_id(Phh([text for _, text in PhhLines.write_lines(hand)], 1).toml)
        return replace(hand, header=replace(hand.header, hand_id=hand_id))

    def header(self) -> Header:
        """Blinds and a common ante are separate from the bets; play money has no currency."""
        header = self.hand.header
        antes = [post.amount for post in self._antes]
        return replace(
            super().header(),
            hand_id=f"{header.hand_id}-",
            zone=header.played_at and "UTC",
            kind=None,
            in_sequence=False,
            small_blind=next((post.amount for post in self._blinds if post.kind is PostKind.SMALL_BLIND), None),
            big_blind=big_blind(header),
            ante=antes[0] if len(antes) == len(self.seats()) and len(set(antes)) == 1 else None,
        )

    def adapt_currency_or_refuse(self, currency: str) -> str:
        """The currency code; play money has none."""
        return "?" if currency == "play" else currency

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """Any name is allowed; levels are numbers."""
        return Tournament(tournament.tournament_id, from_roman_numeral(tournament.level))

    def table(self) -> TableLine:
        """The event names a table without a name."""
        table, tournament = self.hand.table, self.hand.header.tournament
        return replace(table, play_money=False, name=tournament.tournament_id if tournament else table.name)

    def seats(self) -> tuple[Seat, ...]:
        """The players dealt in, from left of the button."""
        return tuple(replace(seat, bounty=None) for seat in dealt_seats_from_button(self.hand))

    def _play_after_deal_received_last(self) -> Iterator[Event]:
        """Cards are drawn once all have discarded."""
        return self.move_received_after_discards(
            event for event in self.hand.events if not isinstance(event, ev.Post | ev.Deal)
        )

    def lines(self) -> Iterator[Events]:
        """Events in PHH's order; notes keep their places among the acts."""
        waiting = list(self.notes)
        for event in self._ordered_events():
            while waiting and 0 < waiting[0].line < event.line:
                yield (ev.Note(0, "comment", waiting.pop(0).text),)
            yield (event,)

    def _ordered_events(self) -> Iterator[Event]:
        yield from self._antes
        yield from self._blinds
        yield from ev.of_type(self.hand.events, ev.Deal)
        yield from chain.from_iterable(self.lines_of_story(self._play_after_deal_received_last()))
        yield ev.SummaryBegins(0)
        if any(total.rake for total in ev.of_type(self.hand.events, ev.Total)):
            ledger = Ledger.of_finished_hand(self.hand)
            for seat in self.seats():
                yield ev.Result(0, seat.seat, seat.player, Outcome.UNSAID, stack=ledger.stack_left(seat.player))

    # --- the play: only bets and raises state chips, as a street total ---------------------------------------

    def write_as_wager(self, event: ev.Check | ev.Call | ev.Bet | ev.Raise) -> Iterator[Event]:
        """One word for a check and a call, one for a bet and a raise."""
        street_total = event.added if isinstance(event, ev.Bet) else event.to if isinstance(event, ev.Raise) else None
        yield ev.Wager(event.line, event.player, to=street_total)

    on_check = on_call = on_bet = on_raise = write_as_wager

    def on_standpat(self, event: ev.StandPat) -> Iterator[Event]:
        """No cards are repeated but in a field of our own."""
        yield ev.StandPat(event.line, event.player, event.held if event.player in self._hiding else None)

    def as_hero_sees(self, event: Event) -> Iterable[Event]:
        """Everybody's cards."""
        return (event,)

    # --- forced bets --------------------------------------------------------------------------------------

    def _forced_bets(self) -> AntesAndBlinds:
        """Antes and blinds, in the order of the seats; heads-up the small blind first.

        A dead blind counts as an ante here, and a further blind is an extra one.
        """
        header, seats = self.hand.header, self.seats()
        if header.limit is not Limit.FIXED:
            raise UnwritableError("phh has Triple Draw in fixed limit only")
        antes: defaultdict[str, list[ev.Post]] = defaultdict(list)
        blinds: dict[str, ev.Post] = {}
        kinds: set[PostKind] = set()
        for post in sorted(ev.of_type(self.hand.events, ev.Post), key=lambda post: post.kind is not PostKind.ANTE):
            player, kind, amount = post.player, post.kind, post.amount
            if kind is PostKind.ANTE:
                antes[player].append(post)
                continue
            if kind is PostKind.SMALL_AND_BIG:
                kind, amount = PostKind.BIG_BLIND, big_blind(header)
                antes[player].append(ev.Post(0, player, PostKind.DEAD_BLIND, post.amount - amount))
            blinds[player] = ev.Post(0, player, PostKind.EXTRA_BLIND if kind in kinds else kind, amount)
            kinds.add(kind)
        order = [seat.player for seat in (reversed(seats) if len(seats) == 2 else seats)]
        antes_by_seat = [post for seat in seats for post in antes[seat.player]]
        return antes_by_seat, [blinds[player] for player in order if player in blinds]


def format_remark(remark: Remark) -> str:
    """A comment among the actions."""
    words = f': "{remark.words}"' if remark.kind == "chat" else ""
    return f"# {remark.player}, {remark.kind}{words}"


PHH = Writer(PhhHand, PhhLines, lambda _: "", format_remark, toml_heading)  # cards need no words
