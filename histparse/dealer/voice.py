"""A site's own words, where a hand record keeps them as the text has them."""

from __future__ import annotations

from typing import Protocol

from histparse.cards import Cards
from histparse.ranking import describe, number


class Voice(Protocol):
    """What a writer of a site knows to say."""

    def says(self, cards: Cards) -> str:
        """The site's reading of five cards at the showdown."""

    def remark(self, kind: str, player: str, detail: str) -> str:
        """The line for something beside the play; `detail` is what was said, a seat, a place, a prize."""


class PlainVoice:
    """Words of no site."""

    def says(self, cards: Cards) -> str:
        """The name people use."""
        return describe(number(cards)).name

    def remark(self, kind: str, player: str, detail: str) -> str:
        """`Anna: join 4`."""
        return f"{player}: {kind} {detail}".rstrip()
