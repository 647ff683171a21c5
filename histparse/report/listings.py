"""Step 8, report: from a figure to its hands - the command that lists them, and short lists themselves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl
from msgspec.structs import replace

from histparse import stats
from histparse.declared import text_in_sql
from histparse.model.money import show_amount
from histparse.stats import Filters, Statistic, words
from histparse.stats.filter_values import as_options
from histparse.stats.run import RATE, has_rate
from histparse.stats.shrinking import ESTIMATE
from histparse.store import Database

MOST = 5
"""The hands of rates that were made more often are left to the command."""


def short_lists(
    database: Database, figures: Iterable[tuple[Statistic, pl.DataFrame]], player: str, filters: Filters
) -> dict[str, pl.DataFrame]:
    """The hands of all rates made at most `MOST` times, by statistic, in the columns of `histparse hands`."""
    found = {}
    for statistic, rows in figures:
        few = _few(rows)
        if few and statistic.listed is not None:
            asked = stats.Listing(
                statistic=statistic.name,
                made=True,
                where=" OR ".join(_condition(told_apart(statistic, of)) for of in few),
            )
            found[statistic.name] = stats.hands(database, asked, player, filters)
    return found


def of_rate(listed: pl.DataFrame, statistic: Statistic, of: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The hands of the rate that `of` identifies, among those of its statistic."""
    apart = told_apart(statistic, of).items()
    return [row for row in listed.to_dicts() if all(row[column] == value for column, value in apart)]


def told_apart(statistic: Statistic, of: Mapping[str, Any]) -> dict[str, Any]:
    """What tells the rows of one rate from others: not what a total has no value of, nor a remark on other columns."""
    listed = statistic.listed or ""
    is_total = any(value is None and column in words.ALL for column, value in of.items())
    return {
        column: value
        for column, value in of.items()
        if (value is not None or not is_total) and re.search(rf"\b{column}\b", listed)
    }


def command(
    statistic: Statistic, of: Mapping[str, Any], player: str, filters: Filters, by: str = "", *, made: bool
) -> str:
    """`histparse hands --stat pat_rate --of draw=2 --made --player Ann`, to be typed into a shell.

    `by`: the column of the group, which is a filter of that name.
    """
    said = [word for name, value in told(statistic, of, by, made=made) for word in _option(name, value)]
    chosen = [word for field, words in as_options(filters) if field != by for word in words]
    return shlex.join(["histparse", "hands", *said, "--player", player, *chosen])


def told(statistic: Statistic, of: Mapping[str, Any], by: str = "", *, made: bool) -> list[tuple[str, str]]:
    """What says which rows of the statistic are meant, as names of options with their values."""
    groups = list(filter(None, by.split(",")))
    said = [("stat", statistic.name), *((name, str(of[name])) for name in groups)]
    said += [_told(column, value) for column, value in told_apart(statistic, of).items() if column not in groups]
    return [*said, *([("made", "")] if made else [])]


def _option(name: str, value: str) -> list[str]:
    return [f"--{name}", *([value] if value else [])]


def at_stakes(of: Mapping[str, Any], filters: Filters) -> Filters:
    """Filters narrowed to the stakes of a row, if it has some."""
    if of.get("high_stake") is None:
        return filters
    low, high = (show_amount(of[name]).replace(",", "") for name in ("low_stake", "high_stake"))
    return replace(filters, stakes=f"{of['currency']} {low}/{high}")


def _told(column: str, value: object) -> tuple[str, str]:
    """The option for that value of a column; a session is known by when it began."""
    return ("session", f"{value:%Y-%m-%d %H:%M}") if column == "began" else ("of", f"{column}={_text(value)}")


def _few(rows: pl.DataFrame) -> list[dict[str, Any]]:
    """What identifies each of the rates made seldom."""
    if not has_rate(rows.columns):
        return []
    kept = rows.filter(pl.col("done").is_between(1, MOST)).drop(*RATE, *ESTIMATE, "label", strict=False)
    return kept.to_dicts() if kept.width else [{}] * kept.height


def _condition(of: Mapping[str, Any]) -> str:
    """Which rows are of that rate, in SQL. The values are words of ours and numbers, not names."""
    parts = [f"{column} IS NOT DISTINCT FROM {_literal(value)}" for column, value in of.items()]
    return f"({' AND '.join(parts) or 'true'})"


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    return text_in_sql(value) if isinstance(value, str) else str(value)


def _text(value: object) -> str:
    return "" if value is None else str(value)
