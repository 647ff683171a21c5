"""The interface of violations: a way to alter a legal hand, registered under its code."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from histparse.model.hand import Hand
from histparse.simulate.settings import Settings
from tests.dealer.violations.legal_hand import Altered, LegalHand


class Broken(NamedTuple):
    """An illegal hand, its text beginning on line 1, and the finding expected in it."""

    hand: Hand
    text: str
    line: int | None
    """Known only for PokerStars' text; other sites arrange their lines differently."""
    code: str
    way: str
    """The name of the way in which the rule is broken."""


Alter = Callable[[LegalHand], Altered]
"""Alters a hand. Raises UnfitError if there is nothing to alter."""
Adapt = Callable[[Settings], Settings]


class Way(NamedTuple):
    """One way to break one rule. `adapt` changes the settings so that the hands it needs become frequent."""

    code: str
    name: str
    alter: Alter
    adapt: Adapt


WAYS: dict[str, list[Way]] = {}
"""The ways to break a rule, by its code."""


def violation(code: str, *, adapt: Adapt = lambda settings: settings) -> Callable[[Alter], Alter]:
    """Register the decorated function as a way to break that rule."""

    def enter(alter: Alter) -> Alter:
        name = getattr(alter, "__name__", code)
        WAYS.setdefault(code, []).append(Way(code, name, alter, adapt))
        return alter

    return enter
