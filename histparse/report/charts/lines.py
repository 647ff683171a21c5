"""Charts: a player's net after each hand with the 95 % band around their average, and their net in big bets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from histparse.model.errors import count
from histparse.report.charts.style import (
    FEWEST,
    INK,
    LABEL,
    NO_SHOWDOWN,
    PALE,
    SHOWDOWN,
    TOTAL,
    CountedHands,
    Drawing,
    add_pointer_area,
    add_titled_axes,
    link_artist_to_hands,
    register_chart,
)
from histparse.report.model import Report, Row
from histparse.stats import words

LINES = (
    ("other_net", "without showdown", NO_SHOWDOWN, (4, 1.5), "v"),
    ("showdown_net", "at showdown", SHOWDOWN, (1.5, 1.2), "s"),
    ("net", "net", TOTAL, (), "o"),
)
"""Column, name, colour, dashes and marker."""
MARKERS, POINTS = 6, 40
"""Markers along a line, and about how many of its points say their values."""


@register_chart("results")
def cumulative_net(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    return _drawings_by_currency(report, 3.2, _draw_net)


def _drawings_by_currency(
    report: Report, height: float, draw: Callable[[Report, pl.DataFrame, FigureBase], None]
) -> Iterator[Drawing]:
    """A drawing of the points of each currency with enough hands, the one with the most hands first."""
    for part in report.figures["net_line"].own.partition_by("currency", maintain_order=True):
        if _hands_dealt(part) >= FEWEST:
            yield Drawing(height, partial(draw, report, part), part["currency"][0])


def _draw_net(report: Report, net_line: pl.DataFrame, figure: FigureBase) -> None:
    axes = add_titled_axes(figure, f"Net of {report.player_label}", _hands_and_days(net_line, report.zone))
    axes.axhline(0, color=INK, linewidth=0.8)
    _draw_confidence_band(axes, net_line)
    hands = [0, *net_line["hand"]]
    for column, name, colour, dashes, marker in LINES:
        net = [0.0, *(net_line[column] / 100)]
        line = axes.plot(hands, net, color=colour, linewidth=1.1 if dashes else 1.7, label=name)[0]
        line.set(marker=marker, markersize=4.5, markevery=max(1, len(hands) // MARKERS))
        line.set_linestyle((0, dashes) if dashes else "-")
    currency, net = net_line["currency"][0], net_line["net"][-1]
    axes.set_ylabel(words.currency_name(currency))
    _format_axes(axes, lambda value: words.signed_money(round(100 * value), currency).lstrip("+"))
    _label_line_end(axes, (_hands_dealt(net_line), net / 100), words.signed_money(net, currency))
    named = [(column, name) for column, name, *_ in reversed(LINES)]
    _mark_points(
        axes,
        net_line,
        lambda row: ", ".join(f"{name} {words.signed_money(row[column], currency)}" for column, name in named),
    )
    figure.legend(loc="outside lower center", ncols=2, columnspacing=1.2)


def _format_axes(axes: Axes, format_value: Callable[[float], str]) -> None:
    """Hands across, values down."""
    axes.set_xlabel("hands dealt in")
    axes.yaxis.set_major_formatter(lambda value, _: format_value(value))
    axes.xaxis.set_major_locator(MaxNLocator(3, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(axis="y")
    axes.margins(x=0.01)
    axes.tick_params(color=PALE)


def _mark_points(axes: Axes, net_line: pl.DataFrame, describe_row: Callable[[Row], str]) -> None:
    """Have some points across say their values, and lead to the hands of their day."""
    left, step = 0, max(1, len(net_line) // POINTS)
    for row in net_line.gather_every(step, (len(net_line) - 1) % step).to_dicts():
        area = add_pointer_area(axes, (left, 0), row["hand"] - left, 1, transform=axes.get_xaxis_transform())
        day = "" if row["played_at"] is None else f", {words.format_day(row['played_at'])}"
        hands = (
            CountedHands("net_line", {"currency": row["currency"]}, day=f"{row['played_at']:%Y-%m-%d}") if day else None
        )
        link_artist_to_hands(area, f"After hand {row['hand']:,}{day}: {describe_row(row)}", hands)
        left = row["hand"]


def _draw_confidence_band(axes: Axes, net_line: pl.DataFrame) -> None:
    """Where 95 % of runs with this average and deviation per hand stay: at the end, the interval of the net."""
    deviation = net_line["net_deviation"][-1]
    if deviation is None:  # a single hand has none
        return
    hands = np.linspace(0, _hands_dealt(net_line), 60)
    middle = hands * net_line["net"][-1] / _hands_dealt(net_line) / 100
    reach = net_line["band"][-1] * deviation / 100 * np.sqrt(hands)
    axes.fill_between(hands, middle - reach, middle + reach, color=PALE, alpha=0.2, linewidth=0, label="95 % band")


def _label_line_end(axes: Axes, end: tuple[float, float], text: str) -> None:
    axes.annotate(
        text,
        end,
        xytext=(5, 0),
        textcoords="offset points",
        color=TOTAL,
        fontsize=LABEL,
        fontweight="bold",
        va="center",
    )


def _hands_dealt(net_line: pl.DataFrame) -> int:
    """All hands dealt to them; the line may have fewer points."""
    return int(net_line["hand"][-1])


def _hands_and_days(net_line: pl.DataFrame, zone: str) -> str:
    days = words.date_range(net_line["played_at"].min(), net_line["played_at"].max(), zone)  # type: ignore[arg-type] # a column of times
    return f"{count(_hands_dealt(net_line), 'hand')}, {words.currency_name(net_line['currency'][0])}\n{days}"


# --- in big bets ------------------------------------------------------------------------------------------------------


@register_chart("results")
def cumulative_big_bets(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    return _drawings_by_currency(report, 2.4, _draw_big_bets)


def _draw_big_bets(report: Report, net_line: pl.DataFrame, figure: FigureBase) -> None:
    unit = words.currency_name(net_line["currency"][0])
    axes = add_titled_axes(figure, f"Net of {report.player_label} in big bets", f"{unit}: every stake counts the same")
    axes.axhline(0, color=INK, linewidth=0.8)
    hands, net = [0, *net_line["hand"]], [0.0, *net_line["big_bets"]]
    axes.plot(hands, net, color=TOTAL, linewidth=1.7)
    axes.set_ylabel("big bets")
    _format_axes(axes, lambda value: words.signed_number(value, 0))
    _label_line_end(axes, (hands[-1], net[-1]), words.signed_number(net[-1], 0))
    _mark_points(axes, net_line, lambda row: f"{words.signed_number(row['big_bets'])} big bets")
