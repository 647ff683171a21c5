"""Chart: how many cards a player draws in each draw, beside the others, as bars that add up to 100 %."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from histparse.report.charts.style import INK, ON_SHADES, PAPER, SHADES, TEXT, Drawing, field, mark_rate
from histparse.report.model import Figures, Rate, Report, rates
from histparse.stats import words

SECTION = "draws"
LEAST = 0.08
"""Narrower segments get no number."""
STEP, PAIR = 2.5, 0.85
"""The distance from one draw to the next, and from the player's bar to the others'."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    figures = report.figures["draw_frequency"]
    if any(rate.player.chances for rate in rates(figures)):
        yield Drawing(4.6, partial(_draw, figures, words.label(report.player)))


def _draw(figures: Figures, name: str, figure: FigureBase) -> None:
    """Two bars for each draw, the player's and the others'."""
    axes = field(figure, f"Cards drawn by {name}", "percent; n: draws reached")
    by_draw = groupby(rates(figures), key=lambda rate: int(rate.key["draw"]))
    ticks = [_pair(axes, figures, nth, list(group), name) for nth, group in by_draw]
    axes.set_yticks([place for pair in ticks for place in pair], [text for pair in ticks for text in pair.values()])
    for cards, shade in enumerate(SHADES):
        axes.barh([0], [0], color=shade, label="pat" if cards == 0 else str(cards))
    figure.legend(
        loc="outside lower center",
        ncols=len(SHADES),
        frameon=False,
        columnspacing=0.8,
        handlelength=1.2,
        handletextpad=0.4,
    )
    _bare(axes)


def _pair(axes: Axes, figures: Figures, draw: int, found: list[Rate], player: str) -> dict[float, str]:
    """Draw the two bars of a draw; returns their places and labels."""
    ticks = {}
    for place, name, own in ((STEP * draw, player, True), (STEP * draw + PAIR, "opponents", False)):
        _bar(axes, figures, place, found, player, own=own)
        reached = found[0].player if own else found[0].pool
        ticks[place] = f"{name}\nn = {reached.chances:,}"
    heading = f"{words.NTH[draw].capitalize()} draw"
    axes.text(0, STEP * draw - 0.5, heading, fontweight="bold", color=INK, fontsize=TEXT, va="bottom")
    return ticks


def _bar(axes: Axes, figures: Figures, place: float, found: list[Rate], player: str, *, own: bool) -> None:
    left = 0.0
    for cards, rate in enumerate(found):
        width = (rate.player if own else rate.pool).rate or 0.0
        (part,) = axes.barh(place, width, 0.74, left, color=SHADES[cards], edgecolor=PAPER, linewidth=1.0)
        if width:
            mark_rate(part, figures, rate, player, own=own)
        if width >= LEAST:
            centre = left + width / 2
            shown = f"{100 * width:.0f}"
            axes.text(centre, place, shown, color=ON_SHADES[cards], ha="center", va="center", fontsize=TEXT)
        left += width


def _bare(axes: Axes) -> None:
    axes.set_ylim(3 * STEP + PAIR + 0.5, STEP - 1.1)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xlabel("share of the draws reached")
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
