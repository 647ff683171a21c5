"""Chart: lows a player made beside the number expected from the exact odds of their draws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from histparse.model.errors import count
from histparse.report.charts.style import OWN, PALE, PAPER, SOFT, TEXT, Counted, Drawing, field, mark, reach
from histparse.report.model import Report
from histparse.stats import words

SECTION = "luck"
WIDE = 0.36
"""Width of a bar; two are side by side."""
CROWDED = 1_000
"""From here on numbers above bars are short."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless no draw from the original deck is known."""
    rows = _rows(report)
    if rows:
        yield Drawing(3.2, partial(_draw, rows, words.label(report.player)))


def _draw(rows: list[dict[str, Any]], player: str, figure: FigureBase) -> None:
    """Two bars for each class of hand: expected and made."""
    below = f"{count(rows[0]['draws'], 'draw')} of known cards, from the deck dealt;\nz: deviations above"
    axes = field(figure, f"Draw luck of {player}", below)
    for place, row in enumerate(rows):
        _bars(axes, place, row)
        mark(
            reach(axes, (place - 0.5, 0), 1, 1, transform=axes.get_xaxis_transform()),
            f"{player}, {_said(row)}",
            Counted("draw_luck", {"reshuffled": row["reshuffled"], "draw": row["draw"]}),
        )
    axes.set_xticks(range(len(rows)), [_name(row) for row in rows])
    axes.set_ylabel("draws")
    axes.tick_params(axis="x", length=0)
    axes.margins(y=0.16)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)


def _rows(report: Report) -> list[dict[str, Any]]:
    found = report.figures["draw_luck"].own
    return found.filter(~pl.col("reshuffled") & pl.col("draw").is_null()).to_dicts()


def _bars(axes: Axes, place: int, row: dict[str, Any]) -> None:
    first = place == 0
    chances = axes.bar(place - WIDE / 2, row["expected"], WIDE, color=PAPER, edgecolor=PALE, hatch="////")
    made = axes.bar(place + WIDE / 2, row["hits"], WIDE, color=OWN)
    for bars, name in ((chances, "by the chances"), (made, "made")):
        bars.set_label(name if first else "_")
    for offset, shown in ((-WIDE / 2, _above(row["expected"], 1)), (WIDE / 2, _above(row["hits"]))):
        top = row["expected"] if offset < 0 else row["hits"]
        axes.annotate(
            shown, (place + offset, top), (0, 3), textcoords="offset points", ha="center", fontsize=TEXT, color=SOFT
        )


def _above(number: float, digits: int = 0) -> str:
    """`20.3`, and `13.7k` where two such numbers would not find room side by side."""
    return f"{number:,.{digits}f}" if number < CROWDED else words.short(round(number))


def _name(row: dict[str, Any]) -> str:
    """`eight or better` and the deviation from the expected number."""
    better = "" if row["made"] == "seven" else "\nor better"
    return f"{row['made']}{better}\nz = {words.signed(row['z'])}"


def _said(row: dict[str, Any]) -> str:
    """`nine or better: made in 19 of 100 draws, 20.3 by the chances; z = -0.3`."""
    made = row["made"] if row["made"] == "seven" else f"{row['made']} or better"
    drawn = f"made in {row['hits']:,} of {count(row['draws'], 'draw')}, {row['expected']:,.1f} by the chances"
    return f"{made}: {drawn}; z = {words.signed(row['z'])}"
