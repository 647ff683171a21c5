"""Step 8, report: the columns of figures other than rates, as text and with a sort key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
from msgspec import Struct

from histparse.report.model import Row
from histparse.stats import words
from histparse.stats.words import value_name

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
    "of_others": "opponents",
    "placed": "with a result",
    "mistakes": "made",
    "spots": "chances",
    "instead": "better",
    "lost_by_mistakes": "cost of mistakes",
}
"""Headings for columns whose own name will not do."""


class Column(Struct, frozen=True):
    """One column of a table: its heading, the text for a row, its sort key, and whether it is a figure."""

    heading: str
    show: Callable[[Row], str]
    sort: Callable[[Row], Any]
    is_figure: bool = True


def build_columns(frame: pl.DataFrame) -> list[Column]:
    """The columns as a reader expects them: the ends of an interval are one column, and so are the stakes."""
    kinds = {name: kind for name, kind in frame.schema.items() if name not in LEFT_OUT}
    by_name: dict[str, Column] = {}
    for name, kind in kinds.items():
        merged = next((whole for whole, parts in PARTS.items() if name in parts and parts <= kinds.keys()), None)
        if merged is None:
            by_name[name] = _build_column(name, is_figure=is_figure(name, kind))
        else:
            by_name[merged] = MERGED[merged]
    return list(by_name.values())


def is_figure(name: str, kind: pl.DataType) -> bool:
    """Whether the column is a figure rather than part of what identifies the row."""
    return kind.is_numeric() and name not in KEYS


def _build_column(name: str, *, is_figure: bool) -> Column:
    heading = HEADINGS.get(name, name.replace("_", " "))
    if name in SIGNED | CHIPS:
        return Column(heading, lambda row: _format_amount(row, name), lambda row: row[name])
    return Column(heading, lambda row: _format_value(row, name, is_figure=is_figure), lambda row: row[name], is_figure)


def _format_amount(row: Row, name: str) -> str:
    if row[name] is None:
        return value_name(name, None)
    amount = words.signed_money(row[name], row["currency"])
    return amount if name in SIGNED else amount.lstrip("+")


def _format_value(row: Row, name: str, *, is_figure: bool) -> str:
    value = row[name]
    if name == "currency":
        return words.NOTHING if value is None else words.currency_name(value)
    if not is_figure or value is None:
        return value_name(name, value)
    if name in ABOUT_ZERO:
        return words.signed_number(value)
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}"


def _format_stakes(row: Row) -> str:
    return (
        "all stakes"
        if row["low_stake"] is None
        else words.format_stakes(row["low_stake"], row["high_stake"], row["currency"])
    )


def _format_return(row: Row) -> str:
    if row["roi"] is None:
        return value_name("roi", None)
    return f"{row['roi']:+.1%} ({row['roi_low']:+.0%} to {row['roi_high']:+.0%})"


def _share_played(row: Row) -> float | None:
    return row["played"] / row["decisions"] if row["decisions"] else None


def _format_per_hour(row: Row) -> str:
    """In money, which chips are not; `BB` are big bets."""
    if row["net_per_hour"] is None and row["bb_per_hour"] is not None:
        return (
            f"{words.signed_number(row['bb_per_hour'])} BB ({words.big_bets_interval(row['low_end'], row['high_end'])})"
        )
    return words.money_interval(row["net_per_hour"], row["net_low"], row["net_high"], row["currency"])


PARTS = {
    "per hour": frozenset({"net_per_hour", "net_low", "net_high", "bb_per_hour", "low_end", "high_end"}),
    "stakes": frozenset({"low_stake", "high_stake"}),
    "interval": frozenset({"low_end", "high_end"}),
    "half": frozenset({"better_quarter", "worse_quarter"}),
    "played": frozenset({"decisions", "played"}),
    "return": frozenset({"roi", "roi_low", "roi_high"}),
}
MERGED = {
    "stakes": Column("stakes", _format_stakes, lambda row: row["high_stake"] or 0, is_figure=False),
    "interval": Column(
        "95 %", lambda row: words.big_bets_interval(row["low_end"], row["high_end"]), lambda row: row["low_end"]
    ),
    "per hour": Column("an hour (95 %)", _format_per_hour, lambda row: row["bb_per_hour"]),
    "half": Column(
        "middle half",
        lambda row: f"{row['better_quarter']:,} to {row['worse_quarter']:,}",
        lambda row: row["better_quarter"],
    ),
    "played": Column(
        "played",
        lambda row: f"{words.percent(_share_played(row))} ({words.done_of_chances(row['played'], row['decisions'])})",
        _share_played,
    ),
    "return": Column("return (95 %)", _format_return, lambda row: row["roi"]),
}
"""Columns that are one to the reader, by their names in `PARTS`."""
