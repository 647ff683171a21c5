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
"""Pat to five cards: from dark to pale blue, then orange for the rare ones. In grey print their order tells them."""
ON_DARK = frozenset({0, 1, 5})
"""Shades on which a number is white."""
LEAST = 0.045
"""Narrower pieces get no number."""
STEP, PAIR = 2.5, 0.85
"""From one draw to the next, and from the player's bar to the pool's."""


def draw(report: Report) -> Figure | None:
    """The chart, None when the player never drew."""
    found = [rate for rate in rates(report.figures["draw_frequency"]) if "draw" in rate.of]
    if not any(rate.own.chances for rate in found):
        return None
    name = label(report.player)
    figure, axes = blank(
        f"Cards drawn by {name}", "Share of the draws reached, in percent; n = draws reached", (8.0, 5.0)
    )
    ticks = [
        _pair(axes, draw, list(group), name) for draw, group in groupby(found, key=lambda rate: int(rate.of["draw"]))
    ]
    axes.set_yticks([place for pair in ticks for place in pair], [text for pair in ticks for text in pair.values()])
    _legend(figure, axes)
    _bare(axes)
    return figure


def _pair(axes: Axes, draw: int, rates_of_draw: list[Rate], player: str) -> dict[float, str]:
    """The two bars of a draw; gives their places and labels."""
    place = STEP * draw
    own, pool = [rate.own for rate in rates_of_draw], [rate.pool for rate in rates_of_draw]
    _bar(axes, place, own)
    _bar(axes, place + PAIR, pool)
    heading = f"{words.NTH[draw].capitalize()} draw"
    axes.text(0, place - 0.5, heading, fontweight="bold", color=INK, fontsize=9.5, va="bottom")
    return {place: f"{player}  n = {own[0].chances:,}", place + PAIR: f"pool  n = {pool[0].chances:,}"}


def _bar(axes: Axes, place: float, shares: list[Share]) -> None:
    left = 0.0
    for cards, share in enumerate(shares):
        width = share.rate or 0.0
        axes.barh(place, width, 0.72, left, color=SHADES[cards], edgecolor="white", linewidth=1.0)
        if width >= LEAST:
            colour = "white" if cards in ON_DARK else INK
            centre = left + width / 2
            axes.text(centre, place, f"{100 * width:.0f}", color=colour, ha="center", va="center", fontsize=8.5)
        left += width


def _legend(figure: Figure, axes: Axes) -> None:
    for cards, shade in enumerate(SHADES):
        axes.barh([0], [0], color=shade, label="pat" if cards == 0 else words.count(cards, "card"))
    figure.legend(loc="outside lower center", ncols=len(SHADES), frameon=False)


def _bare(axes: Axes) -> None:
    axes.set_ylim(3 * STEP + PAIR + 0.5, STEP - 1.1)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
