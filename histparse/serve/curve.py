"""Step 10, serve: a line over hands as points of a small drawing, each with the words that a pointer or a key tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup
from msgspec import Struct

from histparse.report import words
from histparse.view.html.page import data_block

WIDTH, HEIGHT = 1000, 100
"""The size of the drawing, which is stretched to its place."""


class Curve(Struct, frozen=True):
    """A line of big bets won: `path` in the drawing, `zero` the height of the line of nothing won."""

    path: str
    zero: float
    high: str
    low: str
    """The values at the upper and the lower edge."""
    block: Markup
    """For each point its place, what it says, and the day of its hand: empty where no text tells it."""


def curve(hands: Sequence[int], big_bets: Sequence[float], times: Sequence[datetime | None] = ()) -> Curve:
    """The line through these sums after so many hands each, beginning at nothing."""
    top, bottom = max(0.0, *big_bets), min(0.0, *big_bets)
    span = (top - bottom) or 1.0
    places = [
        (round(WIDTH * hand / hands[-1], 1), round(HEIGHT * (top - value) / span, 2))
        for hand, value in zip(hands, big_bets, strict=True)
    ]
    zero = round(HEIGHT * top / span, 2)
    path = f"M0 {zero}" + "".join(f"L{x} {y}" for x, y in places)
    told = [
        (*place, _said(hand, value, time), f"{time:%Y-%m-%d}" if time else "")
        for place, hand, value, time in zip(places, hands, big_bets, times, strict=True)
    ] if times else []  # fmt: skip
    return Curve(path, zero, words.signed(top, 0), words.signed(bottom, 0), data_block(told))


def _said(hand: int, value: float, time: datetime | None) -> str:
    when = f", {words.day(time)}" if time else ""
    return f"After hand {hand:,}{when}: {words.signed(value)} big bets"
