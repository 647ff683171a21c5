"""Chart: how a player's hands go on through the three draws, as a tree from left to right, beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle
from msgspec import Struct

from histparse.report import words
from histparse.report.charts.style import ON_SHADES, PAPER, SHADES, TEXT, Drawing, titled
from histparse.report.model import Report
from histparse.report.rates import Rate, Share, rates
from histparse.stats.naming import value_name
from histparse.stats.significance import SMALL

SECTION = "draws"
BELOW = f"""percent of the hands that come to that draw, the others' in
brackets and as a strip; a gap is hands that were over;
slanted: of fewer than {SMALL}"""
DRAWN = ("pat", "1", "2", "3", "4+")
FIRST = "deal"
"""What the first draw comes after."""
STRIP = 0.07
"""The width of the others' strip; that of a draw is 1."""
LINE, LEAST = 0.036, 0.027
"""The height of a line of text, and the least in which one stands alone; that of all hands is 1."""


class Branch(Struct, frozen=True):
    """The draws of a player after the same draws before, from `top` down: 1 is as high as all hands."""

    depth: int
    top: float
    rates: list[Rate]
    whole: int
    """All hands that came to a draw."""

    @property
    def height(self) -> float:
        """The share of all hands that came to this draw this way."""
        return self.rates[0].own.chances / self.whole


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    found: dict[str, list[Rate]] = {}
    for rate in rates(report.figures["draw_path"]):
        if rate.own.chances:
            found.setdefault(rate.of["after"], []).append(rate)
    if found:
        yield Drawing(6.4, partial(_draw, list(_branches(found)), words.label(report.player)), is_main=True)


def _branches(found: dict[str, list[Rate]], after: str = FIRST, depth: int = 0, top: float = 0.0) -> Iterator[Branch]:
    """The draws after these, and then those after each of them, which begin at its height."""
    if after in found:
        branch = Branch(depth, top, found[after], found[FIRST][0].own.chances)
        yield branch
        for rate in branch.rates:
            path = rate.of["drawn"] if after == FIRST else f"{after}-{rate.of['drawn']}"
            yield from _branches(found, path, depth + 1, top)
            top += rate.own.done / branch.whole


def _draw(branches: list[Branch], name: str, figure: FigureBase) -> None:
    axes = figure.subplots()
    titled(axes, f"Draws of {name}, one after another", BELOW, 24)
    for branch in branches:
        _boxes(axes, branch)
        _others(axes, branch)
    axes.set_xlim(0, 3)
    axes.set_ylim(1, 0)
    axes.set_yticks([])
    axes.set_xticks([0.5, 1.5, 2.5], [f"{words.NTH[draw].capitalize()} draw" for draw in (1, 2, 3)])
    axes.tick_params(length=0, pad=2, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)


def _boxes(axes: Axes, branch: Branch) -> None:
    """A box for each number of cards, as high as its share of all hands."""
    top = branch.top
    for rate in branch.rates:
        if not rate.own.done:
            continue
        cards, height = DRAWN.index(rate.of["drawn"]), rate.own.done / branch.whole
        _box(axes, (branch.depth, top), (1 - STRIP, height), SHADES[cards])
        look: dict[str, Any] = {"color": ON_SHADES[cards], "style": "italic" if rate.own.is_small else "normal"}
        shown = f"{_percent(rate.own)} ({_percent(rate.others)})"
        lines = [(value_name("drawn", rate.of["drawn"]), shown), ("", f"n = {rate.own.done:,}")]
        _text(axes, (branch.depth, top), height, lines, look)
        top += height


def _others(axes: Axes, branch: Branch) -> None:
    """What the others draw then, at the right of the boxes and as high as all of them."""
    top = branch.top
    for rate in branch.rates:
        height = (rate.others.rate or 0.0) * branch.height
        _box(axes, (branch.depth + 1 - STRIP, top), (STRIP, height), SHADES[DRAWN.index(rate.of["drawn"])])
        top += height


def _box(axes: Axes, at: tuple[float, float], size: tuple[float, float], colour: str) -> None:
    box = Rectangle(at, *size, facecolor=colour, edgecolor=PAPER, linewidth=0.8)
    box.set_in_layout(False)
    axes.add_patch(box)


def _text(
    axes: Axes, at: tuple[float, float], height: float, lines: list[tuple[str, str]], look: dict[str, Any]
) -> None:
    """As many lines as there is room for, each at the left and at the right."""
    left, top = at
    shown = lines[: int(height / LINE) or height > LEAST]
    for nth, (name, figure) in enumerate(shown):
        middle = top + height / 2 + LINE * (nth - (len(shown) - 1) / 2)
        for text, place, side in ((name, left + 0.05, "left"), (figure, left + 1 - STRIP - 0.04, "right")):
            axes.text(place, middle, text, ha=side, va="center_baseline", fontsize=TEXT, in_layout=False, **look)


def _percent(share: Share) -> str:
    return words.NOTHING if share.rate is None else f"{100 * share.rate:.0f}"
