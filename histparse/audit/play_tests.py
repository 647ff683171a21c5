"""Audit, play: what partners may do for each other, one entry each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class PlayTest(Struct, frozen=True, kw_only=True):
    """A test of play.

    Its query of the same name in analytics/audit/play has a row for each hand and pair: `hand_key`, the
    players' numbers `first` and `second`, the figure `x`, its weight `w`, of how many opportunities, `n`, it was
    `done`, if that can be counted. If one of them acts, there is a row for each act instead, and its spot:
    `beyond_habit` makes the figure.
    """

    title: str
    about: str
    sign: int
    """The sign that its figure gets if the players change places; 0 if the first acts and the second bears it."""
    side: Literal["more", "less", "both"]
    """Which side speaks for partners."""
    unit: str
    """What its opportunities are called: `rounds`."""
    explains: str
    """What else than an agreement may explain a pair that is found."""
    named: tuple[int, int]
    """How many it names of ten pairs of partners with 300 hands together, and of five with 1,020.

    In simulated hands, and they favour each other whenever they can: docs/audit_partners.md.
    """


PLAY_TESTS = {
    "bets": PlayTest(
        title="Checking it down",
        about="whether one checks it down when the two are alone and nothing is bet",
        sign=0,
        side="less",
        unit="rounds",
        explains="friends may bet less against each other without any agreement; who is raised whenever he bets learns "
        "to check",
        named=(4, 5),
    ),
    "dumping": PlayTest(
        title="Passing chips on",
        about="whether chips go from one to the other beyond what each loses to and wins from everybody",
        sign=-1,
        side="both",
        unit="hands",
        explains="one of them may simply play badly against how the other plays; few large pots weigh much",
        named=(3, 5),
    ),
    "folds": PlayTest(
        title="Folding to each other",
        about="whether one folds to the other's bets and raises more often than to others'",
        sign=0,
        side="more",
        unit="answers",
        explains="somebody who has seen that the other never bluffs folds rightly; a short run of bad cards looks "
        "alike",
        named=(10, 5),
    ),
    "in_step": PlayTest(
        title="Standing pat in step",
        about="whether two stand pat together, or one draws when the other stands pat",
        sign=1,
        side="both",
        unit="draws",
        explains="players who watch how many cards others draw react to them, as everybody should",
        named=(10, 5),
    ),
    "raises": PlayTest(
        title="Sparing each other",
        about="whether one raises the other less often than they raise others",
        sign=0,
        side="less",
        unit="answers",
        explains="friends, or players who respect each other, may raise each other less without any agreement",
        named=(3, 4),
    ),
    "whipsaw": PlayTest(
        title="Raising together",
        about="whether two raise together while a third pays",
        sign=1,
        side="more",
        unit="rounds",
        explains="two bold players who like the same hands also raise together",
        named=(10, 5),
    ),
}
"""By name, in the order in which they are told."""
