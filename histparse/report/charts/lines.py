"""Charts: a player's net after each hand with the 95 % band around their average, and their net in big bets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from histparse.model.errors import count
from histparse.report.charts.style import (
    FEWEST,
    INK,
    NO_SHOWDOWN,
    PALE,
    SHOWDOWN,
    TOTAL,
    Counted,
    Drawing,
    chart,
    field,
    mark,
    reach,
)
from histparse.report.model import Report
from histparse.stats import words

LINES = (
    ("other_net", "without showdown", NO_SHOWDOWN, (4, 1.5), "v"),
    ("showdown_net", "at showdown", SHOWDOWN, (1.5, 1.2), "s"),
    ("net", "net", TOTAL, (), "o"),
)
"""Column, name, colour, dashes and marker."""
MARKERS, POINTS = 6, 40
"""Markers along a line, and about how many of its points say their values."""


@chart("results")
def cumulative_net(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    for part in _net_lines(report):
        yield Drawing(3.9, partial(_draw_net, part, report), part["currency"][0])


def _net_lines(report: Report) -> Iterator[pl.DataFrame]:
    """The points of each currency with enough hands, the one with the most hands first."""
    parts = report.figures["net_line"].own.partition_by("currency", maintain_order=True)
    return (part for part in parts if _hands_dealt(part) >= FEWEST)


def _draw_net(part: pl.DataFrame, report: Report, figure: FigureBase) -> None:
    axes = field(figure, f"Net of {words.label(report.player)}", _hands_and_days(part, report.zone))
    axes.axhline(0, color=INK, linewidth=0.8)
    _band(axes, part)
    hands = [0, *part["hand"]]
    for column, name, colour, dashes, marker in LINES:
        net = [0.0, *(part[column] / 100)]
        line = axes.plot(hands, net, color=colour, linewidth=1.1 if dashes else 1.7, label=name)[0]
        line.set(marker=marker, markersize=4.5, markevery=max(1, len(hands) // MARKERS))
        line.set_linestyle((0, dashes) if dashes else "-")
    currency, net = part["currency"][0], part["net"][-1]
    axes.set_ylabel(words.unit(currency))
    _over_hands(axes, lambda value: words.money(round(100 * value), currency).lstrip("+"))
    _name_end(axes, (_hands_dealt(part), net / 100), words.money(net, currency))
    named = [(column, name) for column, name, *_ in reversed(LINES)]
    _tell_points(
        axes, part, lambda row: ", ".join(f"{name} {words.money(row[column], currency)}" for column, name in named)
    )
    figure.legend(loc="outside lower center", ncols=2, frameon=False, columnspacing=1.2)


def _over_hands(axes: Axes, show: Callable[[float], str]) -> None:
    """Hands across; `show` gives the text for a value."""
    axes.set_xlabel("hands dealt in")
    axes.yaxis.set_major_formatter(lambda value, _: show(value))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.margins(x=0.01)
    axes.tick_params(color=PALE)


def _tell_points(axes: Axes, part: pl.DataFrame, show: Callable[[dict[str, Any]], str]) -> None:
    """Have some points across say their values, and lead to the hands of their day; `show` gives the text for a row."""
    left, step = 0, max(1, len(part) // POINTS)
    for row in part.gather_every(step, (len(part) - 1) % step).to_dicts():
        area = reach(axes, (left, 0), row["hand"] - left, 1, transform=axes.get_xaxis_transform())
        day = "" if row["played_at"] is None else f", {words.day(row['played_at'])}"
        hands = Counted("net_line", {"currency": row["currency"]}, day=f"{row['played_at']:%Y-%m-%d}") if day else None
        mark(area, f"After hand {row['hand']:,}{day}: {show(row)}", hands)
        left = row["hand"]


def _band(axes: Axes, part: pl.DataFrame) -> None:
    """Where 95 % of runs with this average and deviation per hand stay: at the end, the interval of the net."""
    deviation = part["deviation"][-1]
    if deviation is None:  # a single hand has none
        return
    hands = np.linspace(0, _hands_dealt(part), 60)
    middle = hands * part["net"][-1] / _hands_dealt(part) / 100
    reach = part["band"][-1] * deviation / 100 * np.sqrt(hands)
    axes.fill_between(hands, middle - reach, middle + reach, color=PALE, alpha=0.2, linewidth=0, label="95 % band")


def _name_end(axes: Axes, end: tuple[float, float], text: str) -> None:
    """Write the outcome at the end of the line."""
    axes.annotate(text, end, xytext=(5, 0), textcoords="offset points", color=TOTAL, fontweight="bold", va="center")


def _hands_dealt(part: pl.DataFrame) -> int:
    """All hands dealt to them; the line may have fewer points."""
    return int(part["hand"][-1])


def _hands_and_days(part: pl.DataFrame, zone: str) -> str:
    days = words.days(part["played_at"].min(), part["played_at"].max(), zone)  # type: ignore[arg-type] # a column of times
    return f"{count(_hands_dealt(part), 'hand')}, {words.unit(part['currency'][0])}\n{days}"


# --- in big bets ------------------------------------------------------------------------------------------------------


@chart("results")
def cumulative_big_bets(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    for part in _net_lines(report):
        yield Drawing(2.8, partial(_draw_big_bets, part, report), part["currency"][0])


def _draw_big_bets(part: pl.DataFrame, report: Report, figure: FigureBase) -> None:
    unit = words.unit(part["currency"][0])
    axes = field(figure, f"Net of {words.label(report.player)} in big bets", f"{unit}: every stake counts the same")
    axes.axhline(0, color=INK, linewidth=0.8)
    hands, net = [0, *part["hand"]], [0.0, *part["big_bets"]]
    axes.plot(hands, net, color=TOTAL, linewidth=1.7)
    axes.set_ylabel("big bets")
    _over_hands(axes, lambda value: words.signed(value, 0))
    _name_end(axes, (hands[-1], net[-1]), words.signed(net[-1], 0))
    _tell_points(axes, part, lambda row: f"{words.signed(row['big_bets'])} big bets")
