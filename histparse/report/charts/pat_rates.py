"""Chart: how often a player stands pat in each draw, beside the pool, with 95 % intervals."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from msgspec import Struct

from histparse.report import words
from histparse.report.charts.style import OWN, POOL, blank, label
from histparse.report.figures import SMALL, Report
from histparse.report.rates import Share, rates


class Side(Struct, frozen=True):
    """How one side of the comparison is drawn: how far beside the tick, and by which colour and shape."""

    name: str
    aside: float
    colour: str
    shape: str


def draw(report: Report) -> Figure | None:
    """The chart, None when the player never drew."""
    found = [rate for rate in rates(report.figures["pat_rate"]) if "draw" in rate.of]
    if not any(rate.own.chances for rate in found):
        return None
    below = f"Share of the draws reached, with 95 % intervals and n/N; hollow: fewer than {SMALL} draws"
    figure, axes = blank(f"How often {label(report.player)} stands pat", below)
    sides = (
        ([rate.own for rate in found], Side(label(report.player), -0.12, OWN, "o")),
        ([rate.pool for rate in found], Side("pool", 0.12, POOL, "s")),
    )
    axes.set_xticks(range(len(found)), [f"{words.NTH[rate.of['draw']]} draw" for rate in found])
    axes.set_xlim(-0.5, len(found) - 0.5)
    axes.set_ylim(-0.04, 1)
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.tick_params(axis="x", length=0)
    handles, names = zip(*(_points(axes, shares, side) for shares, side in sides), strict=True)
    # Names are given apart: as labels of the points, those that begin with `_` would be left out.
    figure.legend(handles, names, loc="outside lower center", ncols=2, frameon=False)
    return figure


def _points(axes: Axes, shares: list[Share], side: Side) -> tuple[Line2D, str]:
    """The points of one side; gives what stands for it in the legend."""
    for place, share in enumerate(shares):
        if share.chances:
            _point(axes, place + side.aside, share, side)
    return axes.plot([], [], side.shape, color=side.colour, markersize=6.5)[0], side.name


def _point(axes: Axes, place: float, share: Share, side: Side) -> None:
    """A point with its interval and figures; hollow where the chances are few."""
    rate, low, high = share.rate or 0.0, share.low or 0.0, share.high or 0.0
    axes.vlines(place, low, high, color=side.colour, linewidth=2.2)
    face = "white" if share.is_small else side.colour
    axes.plot(place, rate, side.shape, color=side.colour, markerfacecolor=face, markersize=6.5, markeredgewidth=1.8)
    left = side.aside < 0
    axes.annotate(
        f"{words.percent(share.rate)}\n{words.of(share.done, share.chances)}",
        (place, rate),
        xytext=(-10 if left else 10, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        fontsize=8.5,
    )
