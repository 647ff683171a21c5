"""Step 8, report: how many cards a player draws first, by role and by position, in one small table of the summary."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl
from rich.table import Table
from rich.text import Text

from histparse.report import words
from histparse.report.model import Figures, Report
from histparse.report.tables import plain_table
from histparse.stats.significance import SMALL

TABLES = {"draw_frequency_by_role": "role", "draw_frequency by position": "position"}
"""The figures, and the column that names their rows."""
NEEDED = {("draw_frequency_by_role", ""), ("draw_frequency", "position")}
"""The statistics of these, and their groups."""
DRAWN = {"pat": (0,), "1 card": (1,), "2 cards": (2,), "3+ cards": (3, 4, 5)}


class Shares(NamedTuple):
    """The share of each number of cards in the hands of a role or position."""

    name: str
    hands: int
    drawn: list[float | None]


def first_draws(report: Report) -> Table:
    """A row for each role and position: in how many hands, in percent, each number of cards was drawn."""
    table = plain_table("First draw by role and position, % (others)")
    table.add_column("")
    for name in (*DRAWN, "hands"):
        table.add_column(name, justify="right", no_wrap=True, min_width=len("100 (100)") if name in DRAWN else 6)
    for name, column in TABLES.items():
        if name in report.figures:
            _add(table, report.figures[name], column)
    return table


def _add(table: Table, figures: Figures, column: str) -> None:
    table.add_section()
    others = {one.name: one for one in _shares(figures.others, column)}
    for own in _shares(figures.own, column):
        beside = others[own.name].drawn if own.name in others else [None] * len(DRAWN)
        cells = (f"{_percent(mine)} ({_percent(theirs)})" for mine, theirs in zip(own.drawn, beside, strict=True))
        table.add_row(Text(own.name), *cells, f"{own.hands:,}", style="dim" if own.hands < SMALL else "")


def _shares(frame: pl.DataFrame, column: str) -> list[Shares]:
    """The rows, in the order of the frame."""
    rows = frame.filter(pl.col("draw") == 1).to_dicts()
    there = {row[column]: [one for one in rows if one[column] == row[column]] for row in rows}
    return [Shares(name, of[0]["chances"], _drawn(of)) for name, of in there.items() if of[0]["chances"]]


def _drawn(rows: list[dict[str, Any]]) -> list[float | None]:
    made = [sum(row["done"] for row in rows if int(row["drawn"]) in cards) for cards in DRAWN.values()]
    return [done / rows[0]["chances"] for done in made]


def _percent(share: float | None) -> str:
    return words.NOTHING if share is None else f"{100 * share:.0f}"
