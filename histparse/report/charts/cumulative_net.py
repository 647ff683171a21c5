"""Chart: a player's net after each hand, one line for each currency in a field of its own."""

from __future__ import annotations

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from histparse.report import words
from histparse.report.charts.style import INK, OWN, PALE, label
from histparse.report.figures import Report

POINTS = 2_000
"""More points than a picture has columns."""


def draw(report: Report) -> Figure | None:
    """The chart, None without a hand."""
    lines = report.figures["net_line"].own
    if lines.is_empty():
        return None
    parts = lines.partition_by("currency", maintain_order=True)
    figure = Figure(figsize=(8.0, 1.4 + 3.4 * len(parts)), layout="constrained")
    fields = figure.subplots(len(parts), squeeze=False)[:, 0]
    for axes, part in zip(fields, parts, strict=True):
        _line(axes, part, report)
    return figure


def _line(axes: Axes, part: pl.DataFrame, report: Report) -> None:
    currency = part["currency"][0]
    thin = _thinned(part)
    hands = [0, *thin["hand"]]
    net = [0.0, *(amount / 100 for amount in thin["net"])]
    axes.set_title(f"Net of {label(report.player)}")
    axes.text(0, 1.02, _below(part), transform=axes.transAxes, color="#555555", fontsize=9, va="bottom")
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.plot(hands, net, color=OWN, linewidth=1.6, marker="o" if len(hands) < 40 else None, markersize=3.5)
    axes.annotate(
        words.money(part["net"][-1], currency),
        (hands[-1], net[-1]),
        xytext=(6, 0),
        textcoords="offset points",
        color=OWN,
        fontweight="bold",
        va="center",
    )
    axes.set_xlabel("hands dealt in")
    axes.set_ylabel(words.unit(currency))
    axes.yaxis.set_major_formatter(lambda value, _: words.money(round(100 * value), currency).lstrip("+"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y")
    axes.margins(x=0.01)
    axes.tick_params(color=PALE)


def _thinned(part: pl.DataFrame) -> pl.DataFrame:
    """Every n-th hand and the last, few enough to draw."""
    step = max(1, part.height // POINTS)
    return part.filter((pl.col("hand") % step == 0) | (pl.col("hand") == part.height))


def _below(part: pl.DataFrame) -> str:
    first, last = words.day(part["played_at"].min()), words.day(part["played_at"].max())  # type: ignore[arg-type] # a column of times
    days = first if first == last else f"{first} to {last}"
    return f"{words.count(part.height, 'hand')}, {days}, {words.unit(part['currency'][0])}"
