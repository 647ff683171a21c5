"""Chart: how many cards a player draws in each draw, beside the pool, as bars that add up to 100 %."""

from __future__ import annotations

from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from histparse.report import words
from histparse.report.charts.style import INK, blank, label
from histparse.report.figures import Report
from histparse.report.rates import Rate, Share, rates

SHADES = ("#08306b", "#2171b5", "#6baed6", "#c6dbef", "#fdd49e", "#d95f0e")
"""Pat to five cards: dark to pale in blue, then orange for the rare ones. Told apart in grey print by order and border."""
LEAST = 0.045
"""Narrower pieces get no number."""


def draw(report: Report) -> Figure | None:
    """The chart, None when the player never drew."""
    found = [rate for rate in rates(report.figures["draw_frequency"]) if "draw" in rate.of]
    if not any(rate.own.chances for rate in found):
        return None
    figure, axes = blank("Cards drawn", "Share of the draws reached; n = draws reached", (8.0, 4.8))
    names = []
    for draw_number, group in groupby(found, key=lambda rate: int(rate.of["draw"])):
        rates_of_draw = list(group)
        for place, who in ((2.4 * draw_number, "own"), (2.4 * draw_number + 0.85, "pool")):
            shares = [getattr(rate, who) for rate in rates_of_draw]
            _bar(axes, place, shares, rates_of_draw, legend=not names)
            name = label(report.player, 16) if who == "own" else "pool"
            names.append((place, f"{words.NTH[draw_number]} draw   {name}\nn = {shares[0].chances:,}"))
    axes.set_yticks([place for place, _ in names], [name for _, name in names])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=6, frameon=False)
    return figure


def _bar(axes: Axes, place: float, shares: list[Share], of: list[Rate], *, legend: bool) -> None:
    left = 0.0
    for share, rate in zip(shares, of, strict=True):
        cards, width = int(rate.of["drawn"]), share.rate or 0.0
        name = ("pat" if cards == 0 else f"{cards} card{'s' if cards > 1 else ''}") if legend else None
        axes.barh(place, width, 0.72, left, color=SHADES[cards], edgecolor="white", linewidth=1.0, label=name)
        if width >= LEAST:
            colour = "white" if cards < 2 or cards == 5 else INK
            text = f"{100 * width:.0f}"
            axes.text(left + width / 2, place, text, color=colour, ha="center", va="center", fontsize=8.5)
        left += width
