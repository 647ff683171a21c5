"""The types that writers exchange."""

from __future__ import annotations

from typing import NamedTuple

from histparse.model.events import Event
from histparse.model.hand import Header, Seat, Table

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
