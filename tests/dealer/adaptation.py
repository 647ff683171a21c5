"""What the adaptations to sites that the product does not write have in common, beside those of the product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Adaptation
from histparse.export.ledger import Ledger, big_blind
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN_HAND
from histparse.model.events import Event, PostKind
from histparse.model.hand import Hand, Seat, Tournament
from histparse.model.house import House


class SiteAdaptation(Adaptation):
    """Follows the chips, and puts the events in the order in which a reader of the text puts them."""

    prints_price: ClassVar[bool] = False
    prints_level: ClassVar[bool] = False
    """The fields that its header always has."""

    def __init__(self, hand: Hand, rules: House | None) -> None:
        super().__init__(hand, rules)
        self.ledger = Ledger(self.hand)
        """The chips before the event being written."""
        self.big_blind_posted = False

    def adapt_hand(self) -> Hand:
        """In the order of the text, then of its reader."""
        hand = super().adapt_hand()
        return replace(hand, events=tuple(self.as_read(list(hand.events))))

    def as_read(self, events: list[Event]) -> Iterable[Event]:
        """The events in the order in which a reader of the text puts them."""
        return events

    def adapt_tournament_or_refuse(self, tournament: Tournament) -> Tournament:
        """The tournament, with what the site always says of one."""
        if self.prints_price:
            self.require_value(tournament.buy_in, "what a tournament costs")
        if self.prints_level:
            self.require_value(tournament.level, "the level of a tournament")
        return super().adapt_tournament_or_refuse(tournament)

    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(replace(seat, bounty=None) for seat in self.hand.seats)

    def update_state(self, event: Event) -> None:
        """Update the state that later events depend on."""
        self.ledger.apply_event(event)
        super().update_state(event)

    def dealt_at_once(self, players: Iterable[str]) -> Iterator[ev.Deal]:
        """Five cards for each of these players; only the hero's are shown."""
        dealt = {deal.player: deal.cards for deal in ev.of_type(self.hand.events, ev.Deal)}
        for player in players:
            if player in dealt:
                yield ev.Deal(0, player, dealt[player] if player == self.hero else UNKNOWN_HAND)

    def is_first_dealt(self, event: ev.Deal) -> bool:
        """Whether the deal begins with that player."""
        return event.player == ev.of_type(self.hand.events, ev.Deal)[0].player

    def on_post(self, event: ev.Post) -> Iterator[Event]:
        """A second big blind is an extra blind; a small and big blind at once is split into dead and live."""
        if event.kind is PostKind.SMALL_AND_BIG:
            live = big_blind(self.hand.header)
            yield ev.Post(event.line, event.player, PostKind.DEAD_BLIND, event.amount - live)
            yield ev.Post(event.line, event.player, PostKind.EXTRA_BLIND, live, event.all_in)
            return
        extra = event.kind is PostKind.BIG_BLIND and self.big_blind_posted
        yield replace(event, kind=PostKind.EXTRA_BLIND) if extra else event
        self.big_blind_posted |= event.kind is PostKind.BIG_BLIND
