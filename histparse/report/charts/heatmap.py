"""Shared by the heat maps: a row of shares, the player's above the others', and the sample size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from msgspec import Struct

from histparse.report.charts.style import FIGURE, PAPER, SOFT, TEXT, Counted, heat, mark, on_heat, said
from histparse.report.model import Rate
from histparse.stats.significance import SMALL

BELOW = f"percent, opponents' below; n: chances,\nslanted if under {SMALL}"
ROW = 0.36
"""The height of a row in inches: two lines of figures."""
Style = Literal["normal", "italic"]
Look = tuple[Style, Literal["normal", "bold"]]
"""Style and weight of a figure."""


class Cell(Struct, frozen=True):
    """One cell: its rate, what that is called, and its hands; None: no list tells them from others."""

    rate: Rate
    name: str
    hands: Counted | None


class Row(Struct, frozen=True):
    """One row of the map: its name, and its cells from left to right."""

    name: str
    cells: Sequence[Cell]


def draw_map(axes: Axes, player: str, rows: Sequence[Row], columns: Sequence[str], most: float = 1.0) -> None:
    """Fill the axes with the rows; `most` is the share that gets the full colour."""
    for place, row in enumerate(rows):
        chances = row.cells[0].rate.player.chances if row.cells else 0
        for column, cell in enumerate(row.cells if chances else ()):
            own, others = cell.rate.player, cell.rate.pool
            style: Style = "italic" if row.cells[0].rate.player.is_small else "normal"
            below = "" if others.rate is None else f"{100 * others.rate:.0f}"
            shown = f"{100 * (own.rate or 0.0):.0f}", below
            drawn = draw_cell(axes, (column, place), (own.rate or 0.0) / most, shown, style)
            told = f"{player}, {cell.name}: {said(own)}" + (f"; opponents {said(others)}" if others.chances else "")
            mark(drawn, told, cell.hands)
        axes.text(len(columns) - 0.25, place, f"{chances:,}", color=SOFT, fontsize=TEXT, ha="left", va="center")
    frame(axes, [row.name for row in rows], columns, beside="n")


def draw_cell(
    axes: Axes,
    at: tuple[int, float],
    part: float,
    figures: tuple[str, str],
    style: Style = "normal",
    *,
    below_it: Look = ("normal", "normal"),
) -> Artist:
    """A cell in the colour of that part, from 0 to 1, with a figure and another below it. `at`: column and row."""
    column, place = at
    # `in_layout`: text inside its cell need not be measured to lay out the chart.
    within: dict[str, Any] = {"ha": "center", "va": "center", "in_layout": False, "color": on_heat(part)}
    cell = Rectangle((column - 0.5, place - 0.5), 1, 1, facecolor=heat(part), edgecolor=PAPER, linewidth=1.2)
    cell.set_in_layout(False)
    axes.add_artist(cell)  # a patch would be measured for the limits of the axes, which `frame` sets
    above, below = figures
    axes.text(column, place - 0.2, above, fontsize=FIGURE, style=style, **within)
    axes.text(column, place + 0.24, below, fontsize=TEXT, style=below_it[0], fontweight=below_it[1], **within)
    return cell


def frame(axes: Axes, rows: Sequence[str], columns: Sequence[str], beside: str = "") -> None:
    """The names of the rows and columns, and of what stands beside the cells."""
    axes.set_xlim(-0.5, len(columns) - 0.5 + (0.8 if beside else 0))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    ticks = [*range(len(columns)), *([len(columns) - 0.25] if beside else [])]
    axes.set_xticks(ticks, [*columns, *filter(None, [beside])])
    if beside:
        axes.get_xticklabels()[-1].set_horizontalalignment("left")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.tick_params(length=0, pad=2, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
