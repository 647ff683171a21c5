"""PokerStars: what this site says of a hand: nearly all, for the dealer speaks as it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from histparse.export.adapt import Adaptation
from histparse.model.events import Event, Post
from histparse.model.hand import Hand, Header, Seat
from histparse.parsing.dialects.pokerstars import PokerStars


def adapted(hand: Hand) -> Hand:
    """The hand in PokerStars' events."""
    return _Adaptation(hand).adapted()


class _Adaptation(Adaptation):
    dialect = PokerStars

    def header(self) -> Header:
        """All that a header can have but figures of other sites."""
        header = self.hand.header
        return replace(
            super().header(),
            zone=header.zone,
            mix=header.mix,
            tournament=header.tournament,
            kind=header.kind,
            club=header.club,
            partial=header.partial,
            in_sequence=header.in_sequence,
        )

    def seats(self) -> tuple[Seat, ...]:
        """With the prices on their heads."""
        return self.hand.seats

    def placed(self) -> Iterator[Event]:
        """On the lines they had: no event is new, and none has another place."""
        return chain.from_iterable(self.lines())

    def on_post(self, event: Post) -> Iterator[Event]:
        """Big blinds of new players are called so, too."""
        yield event
