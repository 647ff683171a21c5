"""What every writer offers, and the words in between."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from histparse.model.cards import Cards
from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Seat, Table

Record = Header | Table | Seat | Event
Line = tuple[Record | tuple[Record, ...] | None, str]
"""A record and its text: several records where one line tells them all, None where it stands for none, like
`*** DEALING HANDS ***`."""


class Remark(NamedTuple):
    """Something beside the play, before it is put into a site's words. `kind` as in `events.Note`."""

    kind: str
    player: str
    words: str = ""
    """What was said, what became of a connection, why somebody sits out."""
    number: int = 0
    """A seat, or a place in a tournament."""
    prize: int = 0
    """In 1/100 of `currency`."""
    currency: str = ""


class UnwritableError(ValueError):
    """A site has no words for something in a hand; the message is one sentence."""


class Writer(Protocol):
    """A module of this package. It may also have `heading(hand) -> str`, see `export.heading`."""

    def adapted(self, hand: Hand) -> Hand:
        """The hand in this site's events, figures and ids, with only what its text would give.

        It comes from the dealer, all cards open, or was read, at whatever site.
        Raises UnwritableError for what the site has no words for.
        """

    def lines(self, hand: Hand) -> list[Line]:
        """The hand's lines, one after the other; events and notes stand in the order of their `line`."""

    def says(self, cards: Cards) -> str:
        """The site's reading of five cards at the showdown."""

    def remark(self, remark: Remark) -> str:
        """The line of a note, without blanks at its end."""
