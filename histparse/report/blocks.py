"""Step 8, report: a section as tables - one of its single rates, and one for every statistic with several rows.

The columns of figures other than rates are given as text and with a sort key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse.report.model import LONG, Figures, Rate, Report, Section, has_rates, is_tested, rates, reach
from histparse.stats import Statistic, words
from histparse.stats.catalogue import SECTIONS
from histparse.stats.naming import row_name, value_name
from histparse.stats.significance import SMALL

Row = dict[str, Any]
KEYS = frozenset({"draw", "round", "drawn"})
"""Numbers that identify the row; all others are figures."""
LEFT_OUT = frozenset({"label", "error", "betting", "sessions"})
SIGNED = frozenset({"net", "showdown_net", "other_net"})
"""Amounts won or lost."""
CHIPS = frozenset({"rake", "pot", "cost", "winnings"})
"""Amounts without a sign."""
ABOUT_ZERO = frozenset({"bb100", "big_bets", "lost_by_mistakes", "of_others", "z"})
"""Numbers whose sign matters."""
HEADINGS = {
    "bb100": "BB/100",
    "rake_bb100": "BB/100",
    "showdown_net": "at showdown",
    "other_net": "without",
    "of_others": "others",
}
"""Headings for columns whose own name will not do."""


class Column(Struct, frozen=True):
    """One column of a table: its heading, the text for a row, its sort key, and whether it is a figure."""

    heading: str
    show: Callable[[Row], str]
    sort: Callable[[Row], Any]
    is_figure: bool = True


def columns(frame: pl.DataFrame) -> list[Column]:
    """The columns as a reader expects them: the ends of an interval are one column, and so are the stakes."""
    kinds = {name: kind for name, kind in frame.schema.items() if name not in LEFT_OUT}
    by_name: dict[str, Column] = {}
    for name, kind in kinds.items():
        merged = next((whole for whole, parts in PARTS.items() if name in parts and parts <= kinds.keys()), None)
        if merged is None:
            by_name[name] = _column(name, is_figure=is_figure(name, kind))
        else:
            by_name[merged] = MERGED[merged]
    return list(by_name.values())


def is_figure(name: str, kind: pl.DataType) -> bool:
    """Whether the column is a figure rather than part of what identifies the row."""
    return kind.is_numeric() and name not in KEYS


def _column(name: str, *, is_figure: bool) -> Column:
    heading = HEADINGS.get(name, name.replace("_", " "))
    if name in SIGNED | CHIPS:
        return Column(heading, lambda row: _amount(row, name), lambda row: row[name])
    return Column(heading, lambda row: _text_of(row, name, is_figure=is_figure), lambda row: row[name], is_figure)


def _amount(row: Row, name: str) -> str:
    if row[name] is None:
        return value_name(name, None)
    amount = words.money(row[name], row["currency"])
    return amount if name in SIGNED else amount.lstrip("+")


def _text_of(row: Row, name: str, *, is_figure: bool) -> str:
    value = row[name]
    if name == "currency":
        return words.NOTHING if value is None else words.unit(value)
    if not is_figure or value is None:
        return value_name(name, value)
    if name in ABOUT_ZERO:
        return words.signed(value)
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}"


def _stakes(row: Row) -> str:
    return (
        "all stakes" if row["low_stake"] is None else words.stakes(row["low_stake"], row["high_stake"], row["currency"])
    )


def _return(row: Row) -> str:
    if row["roi"] is None:
        return value_name("roi", None)
    return f"{row['roi']:+.1%} ({row['roi_low']:+.0%} to {row['roi_high']:+.0%})"


def _played(row: Row) -> str:
    return f"{words.percent(_share_played(row))} ({words.of(row['played'], row['decisions'])})"


def _share_played(row: Row) -> float | None:
    return row["played"] / row["decisions"] if row["decisions"] else None


def _per_hour(row: Row) -> str:
    """In money, which chips are not; `BB` are big bets."""
    if row["net_per_hour"] is None and row["bb_per_hour"] is not None:
        return f"{words.signed(row['bb_per_hour'])} BB ({words.between(row['low_end'], row['high_end'])})"
    return words.money_between(row["net_per_hour"], row["net_low"], row["net_high"], row["currency"])


def _half(row: Row) -> str:
    return f"{row['better_quarter']:,} to {row['worse_quarter']:,}"


PARTS = {
    "per hour": frozenset({"net_per_hour", "net_low", "net_high", "bb_per_hour", "low_end", "high_end"}),
    "stakes": frozenset({"low_stake", "high_stake"}),
    "interval": frozenset({"low_end", "high_end"}),
    "half": frozenset({"better_quarter", "worse_quarter"}),
    "played": frozenset({"decisions", "played"}),
    "return": frozenset({"roi", "roi_low", "roi_high"}),
}
MERGED = {
    "stakes": Column("stakes", _stakes, lambda row: row["high_stake"] or 0, is_figure=False),
    "interval": Column("95 %", lambda row: words.between(row["low_end"], row["high_end"]), lambda row: row["low_end"]),
    "per hour": Column("an hour (95 %)", _per_hour, lambda row: row["bb_per_hour"]),
    "half": Column("middle half", _half, lambda row: row["better_quarter"]),
    "played": Column("played", _played, _share_played),
    "return": Column("return (95 %)", _return, lambda row: row["roi"]),
}
"""Columns that are one to the reader, by their names in `PARTS`."""


# --- tables -----------------------------------------------------------------------------------------------------------

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
        return _is_sum(self.rate.key)


class Rates(Struct, frozen=True):
    """A table of rates; `statistic` if all belong to one."""

    title: str
    lines: tuple[Line, ...]
    statistic: Statistic | None = None

    @property
    def heading(self) -> str:
        """What distinguishes the rows: `position, draw`."""
        return ", ".join(self.lines[0].rate.key).replace("_", " ")

    @property
    def reach(self) -> float:
        """The difference at the ends of the strips, the same in all rows."""
        return reach(line.rate for line in self.lines)


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


def blocks(report: Report, section: Section) -> Iterator[Rates | Grid]:
    """The tables of a section in the order of their places, its single rates first."""
    several = []
    single: list[Line] = []
    for figures in section.figures:
        lines = _lines(figures) if has_rates(figures) else ()
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
            yield _grid(report, figures)


def at_a_glance(report: Report) -> Rates:
    """The first rates of every section, as many as leave room for all sections; each name begins with the title.

    Only those among which differences are looked for; statistics that name no section are left out too, because a
    summary is short.
    """
    chosen = [line for section in report.sections() if section.name != SECTIONS[-1] for line in _first_lines(section)]
    return Rates("", tuple(structs.replace(line, name=(_full_name(line),)) for line in chosen))


def _full_name(line: Line) -> str:
    """`PFR`, and `Pat rate, first draw`."""
    return ", ".join(dict.fromkeys([line.statistic.title, *line.name]))


def _first_lines(section: Section) -> tuple[Line, ...]:
    chosen: tuple[Line, ...] = ()
    for figures in section.figures:
        lines = _lines(figures) if is_tested(figures.statistic) and not figures.by else ()
        if len(chosen) + len(lines) > AT_A_GLANCE:
            break
        chosen += lines
    return chosen


def _lines(figures: Figures) -> tuple[Line, ...]:
    title = figures.statistic.title
    return tuple(Line(row_name(rate.key) or (title,), rate, figures.statistic, figures.by) for rate in rates(figures))


def _grid(report: Report, figures: Figures) -> Grid:
    """The player's rows, each followed by the pool's; sums of money are not compared."""
    frame = _all_stakes(figures.own) if figures.by else figures.own
    table_columns = columns(frame)
    headings = tuple((column.heading, column.is_figure) for column in table_columns)
    if "currency" in frame.columns:
        rows = tuple(_grid_row(table_columns, row, _key(frame, row)) for row in frame.to_dicts())
        return Grid(figures.title, figures.statistic, headings, rows, figures.by)
    player = words.label(report.player, words.HEADING)
    rows = tuple(
        _grid_row(table_columns, row, _key(frame, row) if label == player else None, Cell(label, label))
        for label, row in _labelled_rows(player, frame, figures.others)
    )
    return Grid(figures.title, figures.statistic, (("", False), *headings), rows, figures.by)


def _key(frame: pl.DataFrame, row: Row) -> Row:
    """What identifies a row, and its stakes."""
    names = (name for name, kind in frame.schema.items() if not is_figure(name, kind) or name in STAKES)
    return {name: row[name] for name in names if name != "label"}


def _grid_row(table_columns: list[Column], row: Row, key: Row | None, *labels: Cell) -> GridRow:
    cells = (Cell(column.show(row), column.sort(row)) for column in table_columns)
    count = row.get("hands", row.get("draws"))
    is_small = count is not None and count < SMALL
    return GridRow((*labels, *cells), is_small, _is_sum(row), key)


def _is_sum(row: Row) -> bool:
    """Whether a column is null, which means all its values together."""
    return any(row.get(name, "") is None for name in words.ALL)


def _all_stakes(frame: pl.DataFrame) -> pl.DataFrame:
    """Only rows for all stakes together, if grouped."""
    if "high_stake" not in frame.columns:
        return frame
    return frame.filter(pl.col("high_stake").is_null()).drop("low_stake", "high_stake", "betting", strict=False)


def _labelled_rows(label: str, player: pl.DataFrame, pool: pl.DataFrame) -> Iterator[tuple[str, Row]]:
    names = [name for name, kind in player.schema.items() if name != "label" and not is_figure(name, kind)]
    pool_rows = {tuple(row[name] for name in names): row for row in pool.to_dicts()}
    for row in player.to_dicts():
        yield label, row
        pool_row = pool_rows.get(tuple(row[name] for name in names))
        if pool_row is not None:
            yield "others", pool_row
