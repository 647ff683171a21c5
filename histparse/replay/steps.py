"""The turning points of a hand that no line states; they are judged and applied like any other event."""

from __future__ import annotations

from histparse.model.events import Event, Outcome


class HandBegins(Event, frozen=True):
    """Everybody is seated; `line` is that of the table."""


class BettingEnds(Event, frozen=True):
    """The text goes on to something that is not betting; `line` is that line."""


class BetsSwept(Event, frozen=True):
    """The bets of the round are final: uncalled chips have been returned, or never will be."""


class DrawUnannounced(Event, frozen=True):
    """Somebody draws although no heading said that a draw begins."""


class DrawLeftOut(Event, frozen=True):
    """The next betting round begins and no draw was made."""


class DrawEnds(Event, frozen=True):
    """The text goes on to something that is not drawing; `line` is that line."""


class HandEnds(Event, frozen=True):
    """The text of the hand is complete; `line` is its last line."""


class Unread(Event, frozen=True):
    """A line that no pattern knows: what it says is not known."""


class PostingEnds(Event, frozen=True):
    """The forced bets are in."""


class StrangerActs(Event, frozen=True):
    """Somebody acts who was not dealt in."""

    player: str


class StrangerListed(Event, frozen=True):
    """The summary lists somebody who was not dealt in."""

    player: str
    outcome: Outcome
