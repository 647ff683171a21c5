"""Shared by the heat maps: a row of shares, the player's above the others', and the sample size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from msgspec import Struct

from histparse.report.charts.style import FIGURE, PAPER, SOFT, TEXT, heat, on_heat
from histparse.report.rates import Share
from histparse.stats.significance import SMALL

BELOW = f"percent, the others' below; n: opportunities,\nslanted if under {SMALL}"
ROW = 0.36
"""The height of a row in inches: two lines of figures."""


class Row(Struct, frozen=True):
    """One row of the map: its name, and the shares from left to right."""

    name: str
    own: Sequence[Share]
    others: Sequence[Share]


def draw_map(axes: Axes, rows: Sequence[Row], columns: Sequence[str], most: float = 1.0) -> None:
    """Fill the axes with the rows; `most` is the share that gets the full colour."""
    for place, row in enumerate(rows):
        if row.own and row.own[0].chances:
            _row(axes, place, row, most)
        axes.text(len(columns) - 0.25, place, f"{_chances(row):,}", color=SOFT, fontsize=TEXT, ha="left", va="center")
    _frame(axes, rows, columns)


def _row(axes: Axes, place: int, row: Row, most: float) -> None:
    style = "italic" if row.own[0].is_small else "normal"
    # `in_layout`: text inside its cell need not be measured to lay out the chart.
    within: dict[str, Any] = {"ha": "center", "va": "center", "in_layout": False}
    for column, (own, others) in enumerate(zip(row.own, row.others, strict=True)):
        part = (own.rate or 0.0) / most
        cell = Rectangle((column - 0.5, place - 0.5), 1, 1, facecolor=heat(part), edgecolor=PAPER, linewidth=1.2)
        cell.set_in_layout(False)
        axes.add_patch(cell)
        colour = on_heat(part)
        shown = f"{100 * (own.rate or 0.0):.0f}"
        axes.text(column, place - 0.2, shown, color=colour, fontsize=FIGURE, style=style, **within)
        beside = "" if others.rate is None else f"{100 * others.rate:.0f}"
        axes.text(column, place + 0.24, beside, color=colour, fontsize=TEXT, **within)


def _chances(row: Row) -> int:
    return row.own[0].chances if row.own else 0


def _frame(axes: Axes, rows: Sequence[Row], columns: Sequence[str]) -> None:
    axes.set_xlim(-0.5, len(columns) + 0.3)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([*range(len(columns)), len(columns) - 0.25], [*columns, "n"])
    axes.get_xticklabels()[-1].set_horizontalalignment("left")
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.tick_params(length=0, pad=2, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
