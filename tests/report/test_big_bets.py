"""The net in big bets: every stake counts the same in the chart, whatever was won at the others."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

from histparse.report import Report
from histparse.report.charts.lines import cumulative_big_bets
from histparse.stats import words


@pytest.mark.nightly
def test_it_ends_at_the_sum_of_what_was_won_at_every_stake_in_its_big_bets(report: Report) -> None:
    rows = report.figures["bb100"].own.filter(pl.col("currency") == "USD").drop_nulls("high_stake")
    assert len(rows) == 2
    expected = sum(net / big_bet for net, big_bet in rows.select("net", "high_stake").iter_rows())
    (drawing,) = (drawing for drawing in cumulative_big_bets(report) if drawing.of == "USD")
    figure = Figure(layout="constrained")
    drawing.draw(figure)
    axes = figure.axes[0]
    lines = (np.asarray(line.get_ydata(), dtype=float) for line in axes.lines)
    *_, net = (points for points in lines if len(points) > 2)  # the last that has a point for each hand
    assert abs(net[-1] - net[0] - expected) < 1e-6
    assert axes.texts[-1].get_text() == words.signed_number(expected, 0)
    assert axes.yaxis.get_major_formatter()(3.0) == "+3"
