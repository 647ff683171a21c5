"""Step 10, serve: what each session won, as bars from the first to the last, each of which leads to its session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from histparse.model.plain import count
from histparse.report import words

WIDTH, HEIGHT, LEAST = 1000, 120, 1.5
"""The size of the drawing, and the height of a bar of nothing."""
MOST, GAP = 400, 0.25
"""The bars drawn, those of the last sessions, and the part of the room of each that stays free."""


class Bar(Struct, frozen=True):
    """A session: a rectangle, the words it says, and its address."""

    x: float
    y: float
    wide: float
    high: float
    said: str
    to: str
    is_lost: bool


class Bars(Struct, frozen=True):
    """The bars, the height of nothing won, and the most that was won and lost in words."""

    bars: list[Bar]
    zero: float
    high: str
    low: str
    width: int = WIDTH
    height: int = HEIGHT


def session_bars(sessions: Sequence[Mapping[str, Any]], address: Callable[[Mapping[str, Any]], str]) -> Bars | None:
    """The bars of these sessions, the earliest first; None for fewer than two."""
    shown = sessions[-MOST:]
    if len(shown) < 2:
        return None
    won = [row["big_bets"] for row in shown]
    top, bottom = max(0.0, *won), min(0.0, *won)
    each, scale = WIDTH / len(shown), HEIGHT / ((top - bottom) or 1.0)

    def bar(place: int, row: Mapping[str, Any]) -> Bar:
        net = row["big_bets"]
        upper, high = (top - max(net, 0.0)) * scale, max(abs(net) * scale, LEAST)
        x, wide = place * each + each * GAP / 2, each * (1 - GAP)
        return Bar(round(x, 1), round(upper, 1), round(wide, 1), round(high, 1), _said(row), address(row), net < 0)

    bars = [bar(place, row) for place, row in enumerate(shown)]
    return Bars(bars, round(top * scale, 1), words.signed(top, 0), words.signed(bottom, 0))


def _said(row: Mapping[str, Any]) -> str:
    """`9 Mar 2013, 20:02: +12.5 big bets in 230 hands in USD`."""
    hands = f"{count(row['hands'], 'hand')} in {words.unit(row['currency'])}"
    return f"{words.day(row['began'])}, {row['began']:%H:%M}: {words.signed(row['big_bets'])} big bets in {hands}"
