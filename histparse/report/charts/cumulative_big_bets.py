"""Chart: a player's net in big bets, so that one game at high stakes does not flatten all others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import polars as pl
from matplotlib.figure import FigureBase

from histparse.report.charts.cumulative_net import name_end, net_lines, over_hands, tell_points
from histparse.report.charts.style import INK, TOTAL, Drawing, field
from histparse.report.model import Report
from histparse.stats import words

SECTION = "results"


def drawings(report: Report) -> Iterator[Drawing]:
    """One per currency, the one with the most hands first."""
    for part in net_lines(report):
        yield Drawing(2.8, partial(_draw, part, report), part["currency"][0])


def _draw(part: pl.DataFrame, report: Report, figure: FigureBase) -> None:
    unit = words.unit(part["currency"][0])
    axes = field(figure, f"Net of {words.label(report.player)} in big bets", f"{unit}: every stake counts the same")
    axes.axhline(0, color=INK, linewidth=0.8)
    hands, net = [0, *part["hand"]], [0.0, *part["big_bets"]]
    axes.plot(hands, net, color=TOTAL, linewidth=1.7)
    axes.set_ylabel("big bets")
    over_hands(axes, lambda value: words.signed(value, 0))
    name_end(axes, (hands[-1], net[-1]), words.signed(net[-1], 0))
    tell_points(axes, part, lambda row: f"{words.signed(row['big_bets'])} big bets")
