"""What a violation is: a way to spoil a legal hand, entered under its code."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from histparse.model.events import Event
from histparse.model.hand import Hand, Header, Seat, Table
from histparse.simulate.settings import Settings
from histparse.simulate.violations.legal_hand import LegalHand

Record = Event | Seat | Table | Header


class Spoilt(NamedTuple):
    """A hand after the violation, with open cards, before lines are counted."""

    story: list[Event]
    """Everything that happens, notes too, each record an object of its own."""
    wrong: Record
    """The record whose line breaks the rule, one of the story, of the seats, the table or the header. What is missing
    is seen where the text goes on without it."""
    seats: tuple[Seat, ...] | None = None
    table: Table | None = None
    header: Header | None = None
    """Where they differ from those of the legal hand."""


class Broken(NamedTuple):
    """An illegal hand, its text beginning on line 1, and what must be found in it."""

    hand: Hand
    text: str
    line: int | None
    """Known of PokerStars' text only; others tell the same in lines of their own."""
    code: str
    way: str
    """Which way of breaking the rule it is."""
    also: tuple[str, ...] = ()
    """Codes that the violation cannot avoid besides."""


Spoil = Callable[[LegalHand], Spoilt | None]
"""Spoils a hand, or finds nothing in it to spoil."""
Adapt = Callable[[Settings], Settings]


class Way(NamedTuple):
    """One way to break one rule. `adapt` makes the hands it needs more frequent."""

    code: str
    name: str
    spoil: Spoil
    also: tuple[str, ...]
    adapt: Adapt


WAYS: dict[str, list[Way]] = {}
"""By code."""


def violation(
    code: str, *, also: tuple[str, ...] = (), adapt: Adapt = lambda settings: settings
) -> Callable[[Spoil], Spoil]:
    """Enter the decorated function as a way to break that rule."""

    def enter(spoil: Spoil) -> Spoil:
        name = getattr(spoil, "__name__", code)
        WAYS.setdefault(code, []).append(Way(code, name, spoil, also, adapt))
        return spoil

    return enter
