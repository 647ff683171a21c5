"""Chart: how often a player stands pat in each draw, beside the pool, with 95 % intervals."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from histparse.report import words
from histparse.report.charts.style import OWN, POOL, blank, label
from histparse.report.figures import Report
from histparse.report.rates import Share, rates


def draw(report: Report) -> Figure | None:
    """The chart, None when the player never drew."""
    found = [rate for rate in rates(report.figures["pat_rate"]) if "draw" in rate.of]
    if not any(rate.own.chances for rate in found):
        return None
    figure, axes = blank("How often they stand pat", "Share of the draws reached, with 95 % intervals and n/N")
    _points(axes, [rate.own for rate in found], -0.13, OWN, "o", label(report.player))
    _points(axes, [rate.pool for rate in found], 0.13, POOL, "s", "pool")
    axes.set_xticks(range(len(found)), [f"{words.NTH[rate.of['draw']]} draw" for rate in found])
    axes.set_xlim(-0.5, len(found) - 0.5)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.legend(loc="upper left", frameon=False)
    return figure


def _points(axes: Axes, shares: list[Share], aside: float, colour: str, shape: str, who: str) -> None:
    """Points with their intervals; hollow where the chances are few."""
    known = [(place + aside, share) for place, share in enumerate(shares) if share.rate is not None]
    for number, (place, share) in enumerate(known):
        rate, low, high = share.rate or 0.0, share.low or 0.0, share.high or 0.0
        axes.vlines(place, low, high, color=colour, linewidth=2.2)
        face = "white" if share.is_small else colour
        name = who if number == 0 else None
        axes.plot(place, rate, shape, color=colour, markerfacecolor=face, markersize=8, markeredgewidth=2, label=name)
        side = "right" if aside < 0 else "left"
        axes.annotate(
            f"{words.percent(share.rate)}\n{share.done:,}/{share.chances:,}",
            (place, rate),
            xytext=(-10 if aside < 0 else 10, 0),
            textcoords="offset points",
            ha=side,
            va="center",
            fontsize=8.5,
        )
