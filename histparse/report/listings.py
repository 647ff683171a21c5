"""Step 8, report: from a figure to its hands - the command that lists them, and short lists themselves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

import polars as pl
from msgspec.structs import replace

from histparse import stats
from histparse.model.money import show_amount
from histparse.report.model import Row
from histparse.stats import Filters, Statistic, words
from histparse.stats.filter_texts import option_words_by_field
from histparse.stats.run import RATE, are_rate_columns
from histparse.stats.shrinking import ESTIMATE
from histparse.store import Database
from histparse.store.schema import text_in_sql

MOST = 5
"""The hands of rates that were made more often are left to the command."""


def list_hands_of_rare_rates(
    database: Database, figures: Iterable[tuple[Statistic, pl.DataFrame]], player: str, filters: Filters
) -> dict[str, pl.DataFrame]:
    """The hands of all rates made at most `MOST` times, by statistic, in the columns of `histparse hands`."""
    lists = {}
    for statistic, rows in figures:
        keys = _rare_rate_keys(rows)
        if keys and statistic.listed_rows_sql is not None:
            condition = " OR ".join(_sql_condition(listed_part_of_key(statistic, key)) for key in keys)
            listing = stats.Listing(statistic=statistic.name, made=True, where=condition)
            lists[statistic.name] = stats.list_hands(database, listing, player, filters)
    return lists


def hands_of_rate(listed: pl.DataFrame, statistic: Statistic, key: Row) -> list[Row]:
    """The hands of the rate that the key identifies, among those of its statistic."""
    columns = listed_part_of_key(statistic, key).items()
    return [row for row in listed.to_dicts() if all(row[column] == value for column, value in columns)]


def listed_part_of_key(statistic: Statistic, key: Row) -> Row:
    """The part of a key that listed rows have: not what a total has no value of, nor a remark on other columns."""
    listed = statistic.listed_rows_sql or ""
    is_total = any(value is None and column in words.ALL for column, value in key.items())
    return {
        column: value
        for column, value in key.items()
        if (value is not None or not is_total) and re.search(rf"\b{column}\b", listed)
    }


def hands_command(statistic: Statistic, key: Row, player: str, filters: Filters, group: str = "", *, made: bool) -> str:
    """`histparse hands --stat pat_rate --of draw=2 --made --player Ann`, to be typed into a shell.

    `group`: the column of the group, which is a filter of that name.
    """
    options = listing_options_for_row(statistic, key, group, made=made)
    row_words = [word for name, value in options for word in (f"--{name}", value) if word]
    filter_words = [word for field, words in option_words_by_field(filters) if field != group for word in words]
    return shlex.join(["histparse", "hands", *row_words, "--player", player, *filter_words])


def listing_options_for_row(statistic: Statistic, key: Row, groups: str, *, made: bool) -> list[tuple[str, str]]:
    """The options, by name and value, that choose the listed rows behind a row of the statistic."""
    group_names = list(filter(None, groups.split(",")))
    options = [("stat", statistic.name), *((name, str(key[name])) for name in group_names)]
    options += [
        _option_choosing_column_value(name, value)
        for name, value in listed_part_of_key(statistic, key).items()
        if name not in group_names
    ]
    return [*options, *([("made", "")] if made else [])]


def narrow_to_stakes(key: Row, filters: Filters) -> Filters:
    """Filters narrowed to the stakes of a row, if it has some."""
    if key.get("high_stake") is None:
        return filters
    low, high = (show_amount(key[name]).replace(",", "") for name in ("low_stake", "high_stake"))
    return replace(filters, stakes=f"{key['currency']} {low}/{high}")


def _option_choosing_column_value(column: str, value: object) -> tuple[str, str]:
    """The option for that value of a column; a session is known by when it began."""
    return ("session", f"{value:%Y-%m-%d %H:%M}") if column == "began" else ("of", f"{column}={_text_or_empty(value)}")


def _rare_rate_keys(rows: pl.DataFrame) -> list[Row]:
    """The keys of the rates made seldom."""
    if not are_rate_columns(rows.columns):
        return []
    keys = rows.filter(pl.col("done").is_between(1, MOST)).drop(*RATE, *ESTIMATE, "label", strict=False)
    return keys.to_dicts() if keys.width else [{}] * keys.height


def _sql_condition(key: Row) -> str:
    """Which rows are of that rate, in SQL. The values are words of ours and numbers, not names."""
    parts = [f"{column} IS NOT DISTINCT FROM {_sql_literal(value)}" for column, value in key.items()]
    return f"({' AND '.join(parts) or 'true'})"


def _sql_literal(value: object) -> str:
    if value is None:
        return "NULL"
    return text_in_sql(value) if isinstance(value, str) else str(value)


def _text_or_empty(value: object) -> str:
    return "" if value is None else str(value)
