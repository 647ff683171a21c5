"""Step 8, report: a section as tables - one of its single rates, and one for every statistic with several rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse.report.columns import Column, build_columns, is_figure
from histparse.report.model import (
    LONG,
    Figures,
    Rate,
    Report,
    Row,
    Section,
    has_rates,
    is_tested,
    pair_rates,
    strip_end_difference,
)
from histparse.stats import Statistic, words
from histparse.stats.catalogue import SECTIONS
from histparse.stats.significance import SMALL
from histparse.stats.words import row_name

STAKES = frozenset({"low_stake", "high_stake"})
AT_A_GLANCE = 3
"""How many rates of each section appear in the summary."""


class Line(Struct, frozen=True):
    """One rate with its statistic and its name, the word that changes least coming first."""

    name: tuple[str, ...]
    rate: Rate
    statistic: Statistic
    group: str = ""
    """The group the rate is of, as `by` in `Figures`."""

    @property
    def is_sum(self) -> bool:
        """Whether it is a total of several rows."""
        return _is_total_row(self.rate.key)


class Rates(Struct, frozen=True):
    """A table of rates; `statistic` if all belong to one."""

    title: str
    rows: tuple[Line, ...]
    statistic: Statistic | None = None

    @property
    def heading(self) -> str:
        """The keys that distinguish the rows: `position, draw`."""
        return ", ".join(self.rows[0].rate.key).replace("_", " ")

    @property
    def strip_end_difference(self) -> float:
        """The difference at the ends of the strips, the same in all rows."""
        return strip_end_difference(line.rate for line in self.rows)


class Cell(Struct, frozen=True):
    """A figure or word as text, and its sort key."""

    text: str
    sort: Any


class GridRow(Struct, frozen=True):
    """The cells of a row; whether its sample is small, and whether it is a total of several rows.

    `key`: what identifies a row of the player's, as in `Rate`; None for one of the pool.
    """

    cells: tuple[Cell, ...]
    is_small: bool
    is_sum: bool
    key: Row | None = None


class Grid(Struct, frozen=True):
    """A table of figures other than rates."""

    title: str
    statistic: Statistic
    headings: tuple[tuple[str, bool], ...]
    """Each with whether its column holds figures."""
    rows: tuple[GridRow, ...]
    group: str = ""
    """The group of the rows, as `by` in `Figures`."""


def section_tables(report: Report, section: Section) -> Iterator[Rates | Grid]:
    """The tables of a section in the order of their places, its single rates first."""
    several = []
    single: list[Line] = []
    for figures in section.figures:
        lines = _rate_lines(figures) if has_rates(figures) else ()
        if len(lines) == 1 and not lines[0].rate.key:
            single += (line for line in lines if line.rate.player.chances or line.rate.pool.chances)
        else:
            several.append((figures, lines))
    if single:
        yield Rates("", tuple(single))
    for figures, lines in several:
        if lines:
            yield Rates(figures.title, lines, figures.statistic)
        elif figures.statistic.chart not in LONG and not figures.own.is_empty():
            yield _build_grid(report, figures)


def summary_rates(report: Report) -> Rates:
    """The first rates of every section, as many as leave room for all sections; each name begins with the title.

    Only those among which differences are looked for; statistics that name no section are left out too, because a
    summary is short.
    """
    chosen = [
        line for section in report.sections() if section.name != SECTIONS[-1] for line in _first_tested_lines(section)
    ]
    return Rates("", tuple(structs.replace(line, name=(_title_and_parts(line),)) for line in chosen))


def _title_and_parts(line: Line) -> str:
    """`PFR`, and `Pat rate, first draw`."""
    return ", ".join(dict.fromkeys([line.statistic.title, *line.name]))


def _first_tested_lines(section: Section) -> tuple[Line, ...]:
    chosen: tuple[Line, ...] = ()
    for figures in section.figures:
        lines = _rate_lines(figures) if is_tested(figures.statistic) and not figures.by else ()
        if len(chosen) + len(lines) > AT_A_GLANCE:
            break
        chosen += lines
    return chosen


def _rate_lines(figures: Figures) -> tuple[Line, ...]:
    title = figures.statistic.title
    return tuple(
        Line(row_name(rate.key) or (title,), rate, figures.statistic, figures.by) for rate in pair_rates(figures)
    )


def _build_grid(report: Report, figures: Figures) -> Grid:
    """The player's rows, each followed by the pool's; sums of money are not compared."""
    frame = _keep_totals_over_stakes(figures.own) if figures.by else figures.own
    table_columns = build_columns(frame)
    headings = tuple((column.heading, column.is_figure) for column in table_columns)
    if "currency" in frame.columns:
        rows = tuple(_grid_row(table_columns, row, _row_key(frame, row)) for row in frame.to_dicts())
        return Grid(figures.title, figures.statistic, headings, rows, figures.by)
    player = words.short_label(report.player, words.HEADING)
    rows = tuple(
        _grid_row(table_columns, row, _row_key(frame, row) if label == player else None, Cell(label, label))
        for label, row in _interleave_player_and_pool_rows(player, frame, figures.others)
    )
    return Grid(figures.title, figures.statistic, (("", False), *headings), rows, figures.by)


def _row_key(frame: pl.DataFrame, row: Row) -> Row:
    """The keys that identify a row, and its stakes."""
    names = (name for name, kind in frame.schema.items() if not is_figure(name, kind) or name in STAKES)
    return {name: row[name] for name in names if name != "label"}


def _grid_row(table_columns: list[Column], row: Row, key: Row | None, *labels: Cell) -> GridRow:
    cells = (Cell(column.show(row), column.sort(row)) for column in table_columns)
    count = row.get("hands", row.get("draws"))
    is_small = count is not None and count < SMALL
    return GridRow((*labels, *cells), is_small, _is_total_row(row), key)


def _is_total_row(row: Row) -> bool:
    return any(row.get(name, "") is None for name in words.ALL)


def _keep_totals_over_stakes(frame: pl.DataFrame) -> pl.DataFrame:
    if "high_stake" not in frame.columns:
        return frame
    return frame.filter(pl.col("high_stake").is_null()).drop("low_stake", "high_stake", "betting", strict=False)


def _interleave_player_and_pool_rows(label: str, player: pl.DataFrame, pool: pl.DataFrame) -> Iterator[tuple[str, Row]]:
    names = [name for name, kind in player.schema.items() if name != "label" and not is_figure(name, kind)]
    pool_rows = {tuple(row[name] for name in names): row for row in pool.to_dicts()}
    for row in player.to_dicts():
        yield label, row
        pool_row = pool_rows.get(tuple(row[name] for name in names))
        if pool_row is not None:
            yield "opponents", pool_row
