"""Chart: how often a player plays each class of starting hand in each position, and what it wins, as a heat map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from histparse.model.errors import count
from histparse.report.charts.heatmap import ROW, Style, draw_cell, frame
from histparse.report.charts.style import (
    FEWEST,
    INK,
    SOFT,
    TEXT,
    Counted,
    Drawing,
    mark,
    titled,
)
from histparse.report.model import Report
from histparse.stats import words
from histparse.stats.significance import SMALL

SECTION = "starting hands"
PLAYED = "starting_hands_played"
BELOW = f"""by position: percent played, below it big bets won per
100 hands, bold where chance does not explain them;
n: hands; slanted if under {SMALL}"""
OTHER = "other"
"""The kind without classes."""
TOGETHER = "all"
"""The column of all positions."""
HEADING = 0.6
"""The height of a heading between rows; that of a row is 1."""
OF = ("position", "currency", "kind", "kept")
"""What identifies a cell."""
Row = dict[str, Any]


def drawings(report: Report) -> Iterator[Drawing]:
    """One of the currency with the most hands whose first cards are known: one for each would be higher than a page."""
    whole, parts = report.figures[PLAYED].own, report.figures[f"{PLAYED} by position"].own
    for currency in whole.group_by("currency").agg(pl.col("hands").sum()).sort("hands", "currency")["currency"][-1:]:
        own, by_position = (frame.filter(pl.col("currency") == currency) for frame in (whole, parts))
        if own["hands"].sum() >= FEWEST:
            kinds = own.filter(pl.col("kind") != OTHER)["kind"].n_unique()
            drawn = partial(_draw, own.to_dicts(), by_position.to_dicts(), words.label(report.player))
            yield Drawing(1.7 + ROW * (len(own) + HEADING * kinds), drawn, is_main=True)


def _draw(whole: list[Row], parts: list[Row], name: str, figure: FigureBase) -> None:
    """Positions across, classes of hands down."""
    axes = figure.subplots()
    columns = [*dict.fromkeys(row["position"] for row in parts), TOGETHER]
    places, last = {}, 0.0
    for kind, rows in groupby(whole, key=lambda row: row["kind"]):
        if kind != OTHER:
            last += HEADING
            axes.text(-0.5, last - 0.68, kind, fontsize=TEXT, fontweight="bold", color=INK, va="center")
        for row in rows:
            places[kind, row["kept"]] = last
            axes.text(len(columns) - 0.4, last, f"{row['hands']:,}", color=SOFT, fontsize=TEXT, va="center")
            last += 1
    for row in [*parts, *whole]:
        column = columns.index(row.get("position", TOGETHER))
        _cell(axes, (column, places[row["kind"], row["kept"]]), row, name)
    frame(axes, [""] * len(whole), [column.replace("/", "/\n") for column in columns], beside="n")
    axes.set_yticks([*places.values()], [kept if kind != OTHER else kind for kind, kept in places])
    axes.set_ylim(last - 0.5, -0.5)
    titled(axes, f"Starting hands of {name}", f"{BELOW}; {words.unit(whole[0]['currency'])}", 36)


def _cell(axes: Axes, at: tuple[int, float], row: Row, name: str) -> None:
    """The share played in its colour, and below it what was won."""
    share = row["played"] / row["decisions"] if row["decisions"] else None
    is_sure = row["low_end"] is not None and row["low_end"] * row["high_end"] > 0
    shown = words.NOTHING if share is None else f"{100 * share:.0f}"
    style: Style = "italic" if row["hands"] < SMALL else "normal"
    cell = draw_cell(
        axes, at, share or 0.0, (shown, _won(row)), style, below_it=(style, "bold" if is_sure else "normal")
    )
    by = "position" if "position" in row else ""
    of = {name: value for name, value in row.items() if name in OF}
    mark(cell, _said(row, share, name), Counted(PLAYED, of, by))


def _won(row: Row) -> str:
    """Big bets per 100 hands, short enough for a cell: `79`, and `1.2k`."""
    won = row["bb100"]
    return (words.signed(won, 0) if abs(won) < 999.5 else f"{words.signed(won / 1000)}k").lstrip("+")


def _said(row: Row, share: float | None, name: str) -> str:
    where = ", ".join(filter(None, [name, row.get("position"), row["kind"], row["kept"]]))
    played = f"played {words.percent(share)} ({words.of(row['played'], row['decisions'])})"
    won = f"{words.signed(row['bb100'])} BB/100 ({words.between(row['low_end'], row['high_end'])})"
    return f"{where}: {count(row['hands'], 'hand')}, {played}, {won}"
