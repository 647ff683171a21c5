"""PokerStars: what this site prints of a hand: nearly everything, because simulated hands are modelled on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from msgspec.structs import replace

from histparse.export.adaptation import Adaptation
from histparse.export.wording import roman
from histparse.model.events import Event, Receive
from histparse.model.hand import Header, Tournament
from histparse.model.money import SIGNS
from histparse.model.times import ZONES
from histparse.parsing.dialects.pokerstars import PokerStars


class PokerStarsHand(Adaptation):
    """One hand as PokerStars prints it."""

    dialect = PokerStars
    unprinted: ClassVar = {}
    currencies = ("USD", *(currency for currency in SIGNS if currency != "USD"), "play")

    def header(self) -> Header:
        """Everything but figures that only other sites print."""
        header, written = self.hand.header, super().header()
        written = replace(written, zone=header.zone if header.zone in ZONES else None, mix=header.mix)
        if header.site == self.dialect.site:
            written = replace(written, club=header.club, partial=header.partial, in_sequence=header.in_sequence)
        return written

    def tournament(self, tournament: Tournament) -> Tournament:
        """A price and a level, in Roman numerals."""
        self.required(tournament.buy_in, "what a tournament costs")
        self.required(tournament.level, "the level of a tournament")
        return replace(super().tournament(tournament), level=roman(tournament.level or ""))

    def placed(self) -> Iterator[Event]:
        """On their own lines: no event is added or moved."""
        return chain.from_iterable(self.lines())

    def on_receive(self, event: Receive) -> Iterator[Event]:
        """The hero's cards, if known."""
        if self.is_seen(event):
            yield event
