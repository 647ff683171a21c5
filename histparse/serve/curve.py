"""Step 10, serve: a line over hands as points of a small drawing, each with the words that a pointer or a key tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import zip_longest

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from histparse.report import words
from histparse.view.html.page import data_block

WIDTH, HEIGHT = 1000, 100
"""The size of the drawing, which is stretched to its place."""


class Curve(Struct, frozen=True):
    """Lines of big bets won over hands: `path` and, if there is another, `other`, in a drawing with that `view`."""

    path: str
    zero: float
    """The height of the line of nothing won."""
    top: float
    bottom: float
    """The values at the edges."""
    block: Markup = Markup("[]")
    """The points: the place of each, what it says, and the day of its hand: empty where no text tells it."""
    other: str = ""
    marks: str = ""
    """Dots on the first line."""
    view: str = f"0 0 {WIDTH} {HEIGHT}"
    is_lost: bool = False
    """Whether the first line ends below nothing."""

    @property
    def high(self) -> str:
        """The value at the upper edge; empty if that is nothing won."""
        return words.signed(self.top, 0) if round(self.top) else ""

    @property
    def low(self) -> str:
        """The value at the lower edge; empty if that is nothing won."""
        return words.signed(self.bottom, 0) if round(self.bottom) else ""


def curve(
    hands: Sequence[int],
    big_bets: Sequence[float],
    times: Sequence[datetime | None] = (),
    addresses: Sequence[str] = (),
    marked: Sequence[int] = (),
) -> Curve:
    """The line through these sums after so many hands each, beginning at nothing; with times its points have words.

    With addresses they lead there, and not to the hands of a day, and tell the time. `marked`: points that have a dot.
    """
    top, bottom = _edges(big_bets)
    places = _places(hands, big_bets, top, bottom)
    told = [
        (*place, _said(hand, value, time, of_a_day=bool(to)), to or (f"{time:%Y-%m-%d}" if time else ""))
        for place, hand, value, time, to in zip_longest(places, hands, big_bets, times, addresses)
    ]
    zero, dots = _height(0.0, top, bottom), "".join(f"M{places[at][0]} {places[at][1]}h0" for at in marked)
    block = data_block(told if times else [])
    return Curve(_path(zero, places), zero, top, bottom, block, marks=dots, is_lost=big_bets[-1] < 0)


def with_other(shown: Curve, hands: Sequence[int], big_bets: Sequence[float]) -> Curve:
    """The curve with another line, in a view that holds both; places and heights of the first are as they were."""
    other = _path(shown.zero, _places(hands, big_bets, shown.top, shown.bottom))
    top, bottom = _edges([*big_bets, shown.top, shown.bottom])
    upper, lower = (_height(value, shown.top, shown.bottom) for value in (top, bottom))
    view = f"0 {upper} {WIDTH} {round(lower - upper, 2)}"
    return replace(shown, top=top, bottom=bottom, other=other, view=view)


def _edges(big_bets: Sequence[float]) -> tuple[float, float]:
    return max(0.0, *big_bets), min(0.0, *big_bets)


def _height(value: float, top: float, bottom: float) -> float:
    return round(HEIGHT * (top - value) / ((top - bottom) or 1.0), 2)


def _places(hands: Sequence[int], big_bets: Sequence[float], top: float, bottom: float) -> list[tuple[float, float]]:
    return [
        (round(WIDTH * hand / hands[-1], 1), _height(value, top, bottom))
        for hand, value in zip(hands, big_bets, strict=True)
    ]


def _path(zero: float, places: Sequence[tuple[float, float]]) -> str:
    return f"M0 {zero}" + "".join(f"L{x} {y}" for x, y in places)


def _said(hand: int, value: float, time: datetime | None, *, of_a_day: bool) -> str:
    when = f", {words.day(time)}" if time else ""
    clock = f", {time:%H:%M}" if time and of_a_day else ""
    return f"After hand {hand:,}{when}{clock}: {words.signed(value)} big bets"
