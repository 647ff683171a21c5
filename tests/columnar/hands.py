"""Hands of a site that are dealt, and why the lane leaves one."""

from __future__ import annotations

from functools import cache

from histparse.columnar.lane import Lane
from histparse.columnar.scan.vocabulary import Reason
from histparse.model.house import house_of
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.dealer.writing import heading, write
from tests.simulate.games import game


@cache
def fast(site: str) -> Lane:
    """A lane of that site, which has learnt what earlier tests have shown it."""
    return Lane(site, house_of(site))


@cache
def text(site: str, what: str = "") -> str:
    """The first hand dealt there in which that stands."""
    dealt = (write(hand).rstrip("\n") for hand in deal_hands(game("ring", 60, 4, site, players=(3, 3), chatter=0)))
    return next(one for one in dealt if what in one)


@cache
def above(site: str) -> str:
    """What stands above these hands."""
    return heading(next(deal_hands(game("ring", 1, 4, site))))


def reason(site: str, one: str, lane: Lane | None = None) -> Reason:
    """Why the hand is left; PLAIN if it is not."""
    return Reason((lane or fast(site)).run([HandText("x.txt", 1, one, site, above(site))]).reasons[0])
