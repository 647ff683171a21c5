"""The net in big bets: every stake counts the same in the chart, whatever was won at the others."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from histparse.report import Report
from histparse.report.charts.lines import cumulative_big_bets
from histparse.report.charts.style import Drawings
from histparse.stats import words


def axes_of(chart: Drawings, report: Report) -> Axes:
    """The axes of that chart's picture for dollars."""
    [drawing] = [one for one in chart(report) if one.of == "USD"]
    figure = Figure(layout="constrained")
    drawing.draw(figure)
    return figure.axes[0]


def steps(axes: Axes) -> list[float]:
    """How far each hand moves the net, which is the last line with a point for each hand."""
    net = [points for line in axes.lines if len(points := np.asarray(line.get_ydata(), dtype=float)) > 2]
    return [float(step) for step in np.diff(net[-1])]


def by_stakes(report: Report) -> dict[int, int]:
    """What was won in dollars at each big bet, both in cents."""
    rows = report.figures["bb100"].own.rows(named=True)
    return {row["high_stake"]: row["net"] for row in rows if row["currency"] == "USD" and row["high_stake"]}


@pytest.mark.nightly
def test_it_ends_at_the_sum_of_what_was_won_at_every_stake_in_its_big_bets(report: Report) -> None:
    won = by_stakes(report)
    assert len(won) == 2
    expected = sum(net / big_bet for big_bet, net in won.items())
    axes = axes_of(cumulative_big_bets, report)
    assert abs(sum(steps(axes)) - expected) < 1e-6
    assert axes.texts[-1].get_text() == words.signed_number(expected, 0)
    assert axes.yaxis.get_major_formatter()(3.0) == "+3"
