"""The interface of writers, and the types they exchange."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from histparse.model.cards import Cards
from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Seat, Table
from histparse.model.house import House

Record = Header | Table | Seat | Event
DEAL_HEADING = "dealing hands"
"""The kind of note that the heading of the deal is where a hand was read: writers place it themselves."""
Line = tuple[Record | tuple[Record, ...] | None, str]
"""A line's record and text: several records if it states them all, None if it states none, like `*** DEALING HANDS
***`."""


class Remark(NamedTuple):
    """A note such as chat, before it is put into a site's words. `kind` as in `events.Note`."""

    kind: str
    player: str
    words: str = ""
    """The chat, the state of a connection, or the reason for sitting out."""
    number: int = 0
    """A seat, or a place in a tournament."""
    prize: int = 0
    """In 1/100 of `currency`."""
    currency: str = ""


class UnwritableError(ValueError):
    """A site cannot express something in a hand; the message is one sentence.

    `remedy`: what makes it do so, if anything does: the name of an option, and perhaps a value: `currency EUR`.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class Writer(Protocol):
    """The interface of a site's module. It may also have `heading(hand) -> str`, see `export.heading`."""

    def adapted(self, hand: Hand, rules: House | None = None) -> Hand:
        """The hand in this site's events, figures and ids, with only what its text would print.

        The hand is simulated, all cards open, or was read, from any site. `rules`: what is announced, and who shows
        first; by default those of this site.
        Raises UnwritableError for what the site cannot express.
        """

    def lines(self, hand: Hand) -> list[Line]:
        """The hand's lines in order; events and notes are sorted by their `line`."""

    def says(self, cards: Cards) -> str:
        """The site's words for five cards at the showdown."""

    def remark(self, remark: Remark) -> str:
        """The line of a note, without blanks at its end."""
