"""PokerStars: what this site says of a hand: nearly all, for the dealer speaks as it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from histparse.export.adapt import Adaptation
from histparse.export.levels import roman
from histparse.model.events import Event, Fold, Post, Receive
from histparse.model.hand import Hand, Header, Seat, Tournament
from histparse.model.money import SIGNS
from histparse.model.times import ZONES
from histparse.parsing.dialects.pokerstars import PokerStars


def adapted(hand: Hand) -> Hand:
    """The hand in PokerStars' events."""
    return _Adaptation(hand).adapted()


class _Adaptation(Adaptation):
    dialect = PokerStars
    currencies = ("USD", *(currency for currency in SIGNS if currency != "USD"), "play")
    prints_price = prints_level = True

    def header(self) -> Header:
        """All that a header can have but figures of other sites."""
        header, written = self.hand.header, super().header()
        written = replace(written, zone=header.zone if header.zone in ZONES else None, mix=header.mix)
        if header.site == self.dialect.site:
            written = replace(written, club=header.club, partial=header.partial, in_sequence=header.in_sequence)
        return written

    def tournament(self, tournament: Tournament) -> Tournament:
        """Levels have roman numbers."""
        return replace(super().tournament(tournament), level=roman(tournament.level or ""))

    def seats(self) -> tuple[Seat, ...]:
        """With the prices on their heads."""
        return self.hand.seats

    def placed(self) -> Iterator[Event]:
        """On the lines they had: no event is new, and none has another place."""
        return chain.from_iterable(self.lines())

    def on_fold(self, event: Fold) -> Iterator[Event]:
        """Some turn cards up."""
        yield event

    def on_receive(self, event: Receive) -> Iterator[Event]:
        """The hero's cards, where they are known."""
        if event.player == self.hero and event.kept is not None and event.new is not None:
            yield event

    def on_post(self, event: Post) -> Iterator[Event]:
        """Big blinds of new players are called so, too."""
        yield event
