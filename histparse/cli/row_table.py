"""Rows for people, as a table, and for programs: how each format writes them. Rates in percent with n/N."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from typing import Any, TextIO

import polars as pl
from rich.text import Text

from histparse.api.in_and_out import as_csv, as_json
from histparse.cli.screen import Column, RuledTable, Screen
from histparse.model.errors import HistparseError, escape_unprintable, escape_unprintable_in_lines
from histparse.model.money import show_amount
from histparse.stats.run import RATE, are_rate_columns
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.words import (
    UNSAID,
    currency_name,
    done_of_chances,
    explain_opposite_signs,
    percent,
    percent_interval,
)

PRICES = ("cost", "winnings", "prize", "bounty")
ESTIMATED_AMOUNTS = ("net_per_hour", "net_low", "net_high", "net_deviation")
"""Shown without cents from `WHOLE_FROM` on: they are not known so well."""
WHOLE_FROM = 100_00
AMOUNTS = ("net", "showdown_net", "other_net", *ESTIMATED_AMOUNTS, "rake", "pot", "low_stake", "high_stake", *PRICES)
"""Columns in 1/100 of the row's currency."""
PERCENT = ("roi", "roi_low", "roi_high")
"""Fractions that may be below zero."""
RATED = ("rate", "n/N", "95 %")
ESTIMATED = ("estimate", "95 %")
"""Headings of what stands for the columns of `RATE` and of `ESTIMATE`."""
UNEQUAL = "If net and bb100 have opposite signs, the larger stakes went differently from the smaller ones."
NO_VALUE = "–"
ROWS_OF_A_GROUP = 2
"""The fewest on average for which a line of their own is worth while."""
PLAIN_WORDS = {"label", "currency", "statistic"}
"""Columns whose words need no heading beside them."""
LISTED = {"path", "started_at"}
"""Rows with such a column are a list to look things up in, which may do without some words."""
DISPENSABLE = ("currency", "path", "game", "ticket", "site", "stakes", "position")
"""Headings, from the first that may go: amounts bear their sign, and `show` finds a hand by its number."""
Row = dict[str, Any]  # what a frame has


def write_table(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for people: a table as wide as needed, rates in percent with n/N and interval, amounts in whole units.

    If it is too wide, what every row says alike stands above it, and words that rows have in common above these rows.
    """
    screen, rows = Screen(stream), frame.to_dicts()
    table, grouping, left_out = RuledTable(*_columns_with_rates_joined(frame, rows)), list[str](), list[str]()
    if table.least_width > screen.table_width and (alike := _constant_columns(frame)):
        screen.print(_describe_row(rows[0], alike))
        table = table.without_columns(*alike)
        frame = frame.drop(alike)
    while table.least_width > screen.table_width and (name := _choose_next_grouping(frame, grouping)):
        grouping = [column for column in frame.columns if column in {*grouping, name}]
        table = table.without_columns(name)
    for name in () if LISTED.isdisjoint(frame.columns) else DISPENSABLE:
        if table.least_width > screen.table_width and any(column.heading == name for column in table.columns):
            left_out.append(name)
            table = table.without_columns(name)
    if table.least_width > screen.table_width:
        table = RuledTable(*map(_break_long_words, table.columns))
    screen.print_whole(table, [_describe_row(row, grouping) for row in rows] if grouping else ())
    if any(explain_opposite_signs(row["net"], row["bb100"]) for row in rows if row.keys() >= {"net", "bb100"}):
        screen.print(UNEQUAL, style="dim")
    if left_out:
        screen.print(f"No room for {', '.join(left_out)}; --format csv has all.", style="dim")


def _columns_with_rates_joined(frame: pl.DataFrame, rows: list[Row]) -> Iterator[Column]:
    rated = are_rate_columns(frame.columns)
    for name, kind in frame.schema.items():
        if not (rated and name in {*RATE, *ESTIMATE}):
            yield _make_column(
                _format_heading(name), kind, [_format_cell(row, name) for row in rows], wraps=name != "path"
            )
    if rated:
        yield from _make_figure_columns(RATED, [_rate_cells(*(row[key] for key in RATE)) for row in rows])
    if set(ESTIMATE) <= set(frame.columns):
        yield from _make_figure_columns(ESTIMATED, [_percent_cells(*(row[key] for key in ESTIMATE)) for row in rows])


def _constant_columns(frame: pl.DataFrame) -> list[str]:
    """The columns with one word or whole number in all of several rows, but amounts and what stands for a rate."""
    kept_columns = {*AMOUNTS, *RATE, *ESTIMATE, "currency"}
    words = [name for name, kind in frame.schema.items() if not kind.is_float() and name not in kept_columns]
    return [name for name in words if frame.height > 1 and frame[name].n_unique() == 1 and frame[name][0] is not None]


def _choose_next_grouping(frame: pl.DataFrame, grouping: list[str]) -> str | None:
    """The column that together with these makes the fewest groups of rows; none if most rows would be alone.

    Only words: figures stay in their rows, and so do marks that only some rows have.
    """
    groups = {
        name: frame.select(pl.struct(*grouping, name).rle_id().max().fill_null(0) + 1).item()
        for name, kind in frame.schema.items()
        if kind == pl.String
        and name not in grouping
        and (name == "label" or not frame[name].str.contains(r"^$|\d").any())
    }
    name = min(groups, key=groups.__getitem__, default=None)
    return name if name and groups[name] <= frame.height / ROWS_OF_A_GROUP else None


def _describe_row(row: Row, names: Iterable[str]) -> str:
    """`draw 2; action bet`: these columns of a row, but those that are empty."""
    shown = (name for name in names if row[name] is not None or name == "currency")
    return "; ".join(
        f"{'' if name in PLAIN_WORDS else f'{_format_heading(name)} '}{_format_cell(row, name)}" for name in shown
    )


def _format_heading(name: str) -> str:
    return name.replace("_", " ")


def write_exact_table(frame: pl.DataFrame, stream: TextIO) -> None:
    """The table with every value as it is, for queries whose columns may mean anything."""
    columns = (
        _make_column(escape_unprintable(column.name), column.dtype, map(_format_exact, column)) for column in frame
    )
    Screen(stream).print_fitting(RuledTable(*columns))


def _format_exact(value: object) -> Text:
    return Text(NO_VALUE, style="dim") if value is None else Text(escape_unprintable(str(value)))


def _make_column(heading: str, kind: pl.DataType, cells: Iterable[Text], *, wraps: bool = True) -> Column:
    return Column(heading, kind != pl.String, wraps and kind == pl.String, [*cells])


def _make_figure_columns(headings: Iterable[str], rows: list[tuple[Text, ...]]) -> Iterator[Column]:
    for place, heading in enumerate(headings):
        yield Column(heading, is_figure=True, cells=[row[place] for row in rows])


def _break_long_words(column: Column) -> Column:
    """The column, if it wraps, with long words such as `site:player` on two lines; a short site has room."""
    cells = [re.sub(r"(\b\w{4,}:)(?=\S)", r"\1\n", str(cell)) for cell in column.cells]
    return Column(column.heading, cells=[*cells], wraps=True) if column.wraps else column


def _format_cell(row: Row, name: str) -> Text:
    value = row[name]
    if name in AMOUNTS and isinstance(value, int | float) and "currency" in row:
        amount = round(value)
        if name in ESTIMATED_AMOUNTS and abs(amount) >= WHOLE_FROM:
            amount = round(amount, -2)
        return Text(show_amount(amount, str(row["currency"])))
    if name in PERCENT and isinstance(value, float):
        return Text(f"{100 * value:+.1f} %")
    if value is None:
        return Text(currency_name(UNSAID)) if name == "currency" else Text(NO_VALUE, style="dim")
    return Text(_format_value(value))


def _format_value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:,.2f}"
        case int():
            return f"{value:,}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
    return escape_unprintable(str(value))


def _rate_cells(done: int, chances: int, *rate_and_ends: float | None) -> tuple[Text, ...]:
    rate, interval = _percent_cells(*rate_and_ends)
    return rate, Text(done_of_chances(done, chances), style="dim"), interval


def _percent_cells(share: float | None, low: float | None, high: float | None) -> tuple[Text, Text]:
    if share is None or low is None or high is None:
        return Text(NO_VALUE, style="dim"), Text(NO_VALUE, style="dim")
    return Text(percent(share)), Text(percent_interval(low, high))


# --- formats: a function for each, which takes a frame; amounts stay in 1/100 but for people --------------------------


def write_csv(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero.

    Names are written unchanged, because other programs look them up; on a terminal they are escaped.
    """
    rows = as_csv(frame)
    stream.write(escape_unprintable_in_lines(rows) if stream.isatty() else rows)


def write_json(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for programs: one JSON array of objects. Amounts stay in 1/100, rates between 0 and 1."""
    rows = ",\n  ".join(map(as_json, frame.to_dicts()))
    stream.write(f"[\n  {rows}\n]\n" if rows else "[]\n")


def write_parquet(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for other programs, in a Parquet file. Amounts stay in 1/100, rates between 0 and 1, null stays null.

    Raises HistparseError at a terminal, which cannot show the bytes of the file.
    """
    if stream.isatty():
        raise HistparseError("Parquet is binary: redirect it to a file with > FILE")
    made = BytesIO()
    frame.write_parquet(made)
    stream.buffer.write(made.getbuffer())


FORMATS = {"csv": write_csv, "json": write_json, "parquet": write_parquet, "table": write_table}
