"""Chart: what each kind of mistake costs, with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import polars as pl
from matplotlib.figure import FigureBase

from histparse.report.charts.style import INK, LOST, TEXT, Counted, Drawing, mark, titled
from histparse.report.model import Report
from histparse.stats import words

SECTION = "leaks"
MOST = 6
"""The most bars: the table has the others."""
BAR = 0.42
"""Height of a bar and the name above it, in inches."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One, if these hands show a leak."""
    if "leaks" in report.figures:
        shown = report.figures["leaks"].own.filter(pl.col("big_bets").is_not_null())
        rows = shown.filter(pl.col("currency") == pl.col("currency").first()).head(MOST).to_dicts()
        if rows:
            yield Drawing(1.3 + BAR * len(rows), partial(_draw, rows, words.label(report.player)))


def _draw(rows: list[dict[str, Any]], player: str, figure: FigureBase) -> None:
    """A bar for each kind, its name above it."""
    axes = figure.subplots()
    places = range(len(rows), 0, -1)
    lost = [-row["big_bets"] for row in rows]
    reach = [[-row["big_bets"] + row["at_best"] for row in rows], [row["big_bets"] - row["at_worst"] for row in rows]]
    bars = axes.barh(places, lost, 0.36, color=LOST, xerr=reach, error_kw={"ecolor": INK, "capsize": 3})
    for place, row, bar in zip(places, rows, bars, strict=True):
        mark(bar, f"{player}, {_said(row)}", Counted("leaks", {"leak": row["leak"]}))
        axes.annotate(row["leak"], (0, place), (0, 10), textcoords="offset points", fontsize=TEXT, color=INK)
    axes.set_yticks([])
    axes.set_ylim(0.5, len(rows) + 0.8)
    axes.set_xlim(left=0)
    axes.set_xlabel("BB/100 lost")
    axes.grid(axis="x")
    titled(axes, f"Leaks of {player}", "with 95 % interval")


def _said(row: dict[str, Any]) -> str:
    """`breaks when raised: 1.20 BB/100 lost (0.90 to 1.50), made in 12 of 340 chances; better: stand pat`."""
    lost, least, most = (f"{-row[name]:,.2f}" for name in ("big_bets", "at_best", "at_worst"))
    where = f"made in {row['mistakes']:,} of {row['spots']:,} chances"
    return f"{row['leak']}: {lost} BB/100 lost ({least} to {most}), {where}; better: {row['instead']}"
