"""Chart: a player's net after each hand with the 95 % band around their average."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from histparse.model.plain import count
from histparse.report import words
from histparse.report.charts.style import FEWEST, INK, OTHER, PALE, SHOWDOWN, TOTAL, Drawing, field
from histparse.report.model import Report

SECTION = "results"
LINES = (
    ("other_net", "without showdown", OTHER, (4, 1.5), "v"),
    ("showdown_net", "at showdown", SHOWDOWN, (1.5, 1.2), "s"),
    ("net", "net", TOTAL, (), "o"),
)
"""Column, name, colour, dashes and marker."""
MARKS = 6
"""Markers along a line."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    parts = report.figures["net_line"].own.partition_by("currency", maintain_order=True)
    for part in sorted(parts, key=_hands, reverse=True):
        if _hands(part) >= FEWEST:
            yield Drawing(3.9, partial(_draw, part, report), part["currency"][0])


def _draw(part: pl.DataFrame, report: Report, figure: FigureBase) -> None:
    axes = field(figure, f"Net of {words.label(report.player)}", _below(part, report.zone))
    axes.axhline(0, color=INK, linewidth=0.8)
    _band(axes, part)
    hands = [0, *part["hand"]]
    for column, name, colour, dashes, marker in LINES:
        net = [0.0, *(part[column] / 100)]
        line = axes.plot(hands, net, color=colour, linewidth=1.1 if dashes else 1.7, label=name)[0]
        line.set(marker=marker, markersize=4.5, markevery=max(1, len(hands) // MARKS))
        line.set_linestyle((0, dashes) if dashes else "-")
    _frame(axes, part["currency"][0])
    _end(axes, part)
    figure.legend(loc="outside lower center", ncols=2, frameon=False, columnspacing=1.2)


def _frame(axes: Axes, currency: str) -> None:
    axes.set_xlabel("hands dealt in")
    axes.yaxis.set_major_formatter(lambda value, _: words.money(round(100 * value), currency).lstrip("+"))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.margins(x=0.01)
    axes.tick_params(color=PALE)


def _band(axes: Axes, part: pl.DataFrame) -> None:
    """Where 95 % of runs with this average and deviation per hand stay: at the end, the interval of the net."""
    deviation = part["deviation"][-1]
    if deviation is None:  # a single hand has none
        return
    hands = np.linspace(0, _hands(part), 60)
    middle = hands * part["net"][-1] / _hands(part) / 100
    reach = part["band"][-1] * deviation / 100 * np.sqrt(hands)
    axes.fill_between(hands, middle - reach, middle + reach, color=PALE, alpha=0.2, linewidth=0, label="95 % band")


def _end(axes: Axes, part: pl.DataFrame) -> None:
    axes.annotate(
        words.money(part["net"][-1], part["currency"][0]),
        (_hands(part), part["net"][-1] / 100),
        xytext=(5, 0),
        textcoords="offset points",
        color=TOTAL,
        fontweight="bold",
        va="center",
    )


def _hands(part: pl.DataFrame) -> int:
    """All hands dealt to them; the line may have fewer points."""
    return int(part["hand"][-1])


def _below(part: pl.DataFrame, zone: str) -> str:
    days = words.days(part["played_at"].min(), part["played_at"].max(), zone)  # type: ignore[arg-type] # a column of times
    return f"{count(_hands(part), 'hand')}, {words.unit(part['currency'][0])}\n{days}"
