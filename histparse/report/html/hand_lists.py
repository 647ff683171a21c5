"""Step 8, report: the way from a line of the page to its hands - the command, and a short list itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from histparse.model.plain import plain
from histparse.report import words
from histparse.report.blocks import Grid, GridRow, Rates
from histparse.report.charts.marks import Counted
from histparse.report.listings import MOST, at_stakes, command, of_rate
from histparse.report.model import Report
from histparse.report.rates import Rate
from histparse.stats import Statistic

SPECIAL = re.compile(r"[^\w+-]+")
"""Characters not used in ids."""


class HandList(Struct, frozen=True):
    """The command, and the hands where they are few."""

    command: str
    hands: tuple[str, ...] = ()


def hand_list(report: Report, statistic: Statistic, rate: Rate, by: str = "") -> HandList | None:
    """The hands in which it was done, else the opportunities; None without any."""
    if not rate.own.chances or statistic.listed is None:
        return None
    done = rate.own.done
    typed = command(statistic, rate.of, report.player, report.filters, by, made=bool(done))
    listed = report.lists.get(statistic.name)
    if by or listed is None or not 0 < done <= MOST:
        return HandList(typed)
    return HandList(typed, tuple(map(_hand, of_rate(listed, statistic, rate.of))))


def hand_list_of_row(report: Report, grid: Grid, row: GridRow) -> HandList | None:
    """The rows that a figure other than a rate adds up; None for a row of the others."""
    if row.of is None or grid.statistic.listed is None:
        return None
    filters = at_stakes(row.of, report.filters)
    return HandList(command(grid.statistic, row.of, report.player, filters, grid.by, made=False))


def place(statistic: Statistic, of: Mapping[str, Any], by: str = "") -> str:
    """The id of a row's list of hands: `hands-draw_frequency--1-0`."""
    return _place(statistic.name, of, by)


def places(tables: Iterable[Rates | Grid]) -> frozenset[str]:
    """The ids of all lists of hands that these tables have."""
    rows = (
        [(line.statistic, line.rate.of, line.by) for line in table.lines if line.rate.own.chances]
        if isinstance(table, Rates)
        else [(table.statistic, row.of, table.by) for row in table.rows if row.of is not None]
        for table in tables
    )
    return frozenset(place(*row) for row in chain(*rows) if row[0].listed is not None)


def place_of_mark(there: Collection[str], hands: Counted) -> str:
    """The address of the list of hands that a mark of a chart counts; empty if there is none."""
    found = _place(hands.statistic, hands.of, hands.by)
    return f"#{found}" if found in there else ""


def _place(statistic: str, of: Mapping[str, Any], by: str) -> str:
    return "-".join(["hands", statistic, *(SPECIAL.sub("_", str(one)) for one in (by, *of.values()))])


def row_name(grid: Grid, row: GridRow) -> str:
    """What identifies the row, as its table says it: `USD, $1/$2`."""
    told = (
        cell.text
        for cell, (heading, is_figure) in zip(row.cells, grid.headings, strict=True)
        if heading and not is_figure
    )
    return ", ".join(text for text in told if text != words.NOTHING) or grid.title


def _hand(row: dict[str, Any]) -> str:
    """`pokerstars 4711, 2013-02-04 19:12, night.txt:120, +$2.50`."""
    where = f"{plain(row['path'])}:{row['line']}" if row["path"] else ""
    played = "" if row["played_at"] is None else f"{row['played_at']:%Y-%m-%d %H:%M}"
    net = words.money(row["net"], row["currency"])
    return ", ".join(filter(None, [f"{plain(row['site'])} {plain(row['hand_id'])}", played, where, net]))
