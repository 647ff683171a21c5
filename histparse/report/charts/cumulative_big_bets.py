"""Chart: a player's net in big bets, so that one game at high stakes does not flatten all others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import polars as pl
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from histparse.report import words
from histparse.report.charts.style import FEWEST, INK, PALE, TOTAL, Drawing, field
from histparse.report.model import Report

SECTION = "results"


def drawings(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    parts = report.figures["net_line"].own.partition_by("currency", maintain_order=True)
    for part in sorted(parts, key=lambda part: int(part["hand"][-1]), reverse=True):
        if part["hand"][-1] >= FEWEST:
            yield Drawing(2.8, partial(_draw, part, report), part["currency"][0])


def _draw(part: pl.DataFrame, report: Report, figure: FigureBase) -> None:
    unit = words.unit(part["currency"][0])
    axes = field(figure, f"Net of {words.label(report.player)} in big bets", f"{unit}: every stake counts the same")
    axes.axhline(0, color=INK, linewidth=0.8)
    hands, net = [0, *part["hand"]], [0.0, *part["big_bets"]]
    axes.plot(hands, net, color=TOTAL, linewidth=1.7)
    axes.set_xlabel("hands dealt in")
    axes.yaxis.set_major_formatter(lambda value, _: words.signed(value, 0))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.margins(x=0.01)
    axes.tick_params(color=PALE)
    end = (hands[-1], net[-1])
    axes.annotate(
        words.signed(net[-1], 0),
        end,
        xytext=(5, 0),
        textcoords="offset points",
        color=TOTAL,
        fontweight="bold",
        va="center",
    )
