"""Chart: how often a player stands pat, and breaks a pat hand, beside the others, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.lines import Line2D
from msgspec import Struct

from histparse.report import words
from histparse.report.charts.style import OWN, PAPER, POOL, Drawing, field
from histparse.report.model import Report
from histparse.report.rates import Rate, Share, rates
from histparse.stats.significance import SMALL

SECTION = "draws"
NAMES = {"pat_rate": "pat", "break_rate": "break"}


class Side(Struct, frozen=True):
    """How one side of the comparison is drawn: its offset from the tick, its colour and its marker."""

    name: str
    offset: float
    colour: str
    marker: str


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    found = _rates(report)
    if any(rate.own.chances for rate in found.values()):
        yield Drawing(3.8, partial(_draw, found, words.label(report.player)))


def _draw(found: dict[str, Rate], player: str, figure: FigureBase) -> None:
    """Two points for each draw, the player's and the others'."""
    below = f"With 95 % intervals and n/N; hollow: small samples, under {SMALL}"
    axes = field(figure, f"How often {player} stands pat and breaks", below)
    sides = (
        ([rate.own for rate in found.values()], Side(player, -0.12, OWN, "o")),
        ([rate.others for rate in found.values()], Side("others", 0.12, POOL, "s")),
    )
    axes.set_xticks(range(len(found)), list(found))
    axes.set_xlim(-0.62, len(found) - 0.38)
    axes.set_ylim(-0.06, 1)
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.tick_params(axis="x", length=0)
    handles, names = zip(*(_points(axes, shares, side) for shares, side in sides), strict=True)
    # Names are passed separately: as labels of the points, those beginning with `_` would be left out.
    figure.legend(handles, names, loc="outside lower center", ncols=2, frameon=False)


def _rates(report: Report) -> dict[str, Rate]:
    """By the label under the points: `pat` and the draw."""
    return {
        f"{word}\n{words.NTH[rate.of['draw']]} draw": rate
        for name, word in NAMES.items()
        for rate in rates(report.figures[name])
        if "draw" in rate.of
    }


def _points(axes: Axes, shares: list[Share], side: Side) -> tuple[Line2D, str]:
    """Draw the points of one side; returns its legend entry."""
    for place, share in enumerate(shares):
        if share.chances:
            _point(axes, place + side.offset, share, side)
    return axes.plot([], [], side.marker, color=side.colour, markersize=6)[0], side.name


def _point(axes: Axes, place: float, share: Share, side: Side) -> None:
    """A point with its interval and figures; hollow if the sample is small."""
    rate, low, high = share.rate or 0.0, share.low or 0.0, share.high or 0.0
    axes.vlines(place, low, high, color=side.colour, linewidth=2.2)
    face = PAPER if share.is_small else side.colour
    axes.plot(place, rate, side.marker, color=side.colour, markerfacecolor=face, markersize=6, markeredgewidth=1.6)
    left = side.offset < 0
    axes.annotate(
        f"{100 * rate:.0f} %\n{words.of(share.done, share.chances)}",
        (place, rate),
        xytext=(-6 if left else 6, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        fontsize=6.5,
    )
