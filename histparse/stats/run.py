"""Step 7, statistics: runs a statistic, for one player or for all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate, compress

import polars as pl
from msgspec import structs
from polars import selectors

from histparse.model.errors import count, quoted
from histparse.stats.catalogue import Statistic, StatisticsError, Value, catalogue, find_statistic
from histparse.stats.filter_kinds import match_zone_or_refuse
from histparse.stats.filter_views import convert_duckdb_errors, prepare_queries
from histparse.stats.filters import Filters
from histparse.stats.players import Definitions
from histparse.stats.words import UNSAID
from histparse.store import Database
from histparse.system.files import query_text
from histparse.system.streams import as_frame, as_relation, has_rows

# --- rates -----------------------------------------------------------------------------------------------------------

RATE = ("done", "chances", "rate", "low", "high")
"""Numerator, denominator, their ratio and its 95 % interval, from 0 to 1; null without a denominator."""
COUNTS = RATE[:2]


IS_RATE = "unnest(rate("
"""Found in the query of every rate, in no other, and last in it."""
FRACTION = "unnest(fraction("
"""What takes its place where rates are worked out for many statistics at once."""
RATES_QUERY = "SELECT unnest(rate(done, chances)) FROM ({counts}) ORDER BY row"


def is_rate_statistic(statistic: Statistic) -> bool:
    """Whether it returns `done` and `chances`."""
    return IS_RATE in statistic.sql


def statistic_without_rate(statistic: Statistic) -> Statistic:
    """The statistic with counts alone; `add_rates_to_counts` works the rest out for many in one query."""
    return structs.replace(statistic, sql=statistic.sql.replace(IS_RATE, FRACTION))


def add_rates_to_counts(database: Database, frames: Sequence[pl.DataFrame]) -> list[pl.DataFrame]:
    """The rows of many rates without rate and interval, with them, and all others as they are."""
    are_counts = [{*RATE} & {*rows.columns} == {*COUNTS} for rows in frames]
    fractions = [*compress(frames, are_counts)]
    if not fractions:
        return [*frames]
    counts = pl.concat(rows.select(COUNTS) for rows in fractions).with_row_index("row")
    relation = as_relation(database.connection, counts)
    Definitions(database.connection).create_for_query(RATES_QUERY)
    rates = as_frame(database.connection.sql(RATES_QUERY.format(counts=relation.sql_query()))).select(RATE[2:])
    ends = accumulate(map(len, fractions))
    rated = iter([rows.hstack(rates[end - len(rows) : end]) for rows, end in zip(fractions, ends, strict=True)])
    return [next(rated) if is_counts else rows for rows, is_counts in zip(frames, are_counts, strict=True)]


def are_rate_columns(columns: Collection[str]) -> bool:
    """Whether rows with these columns are rates."""
    return set(RATE) <= set(columns)


def partition_by_keys(rows: pl.DataFrame, keys: Sequence[str]) -> dict[tuple[object, ...], pl.DataFrame]:
    """The rows with each combination of values in these columns, in their order; without any column, all."""
    return rows.partition_by(keys, as_dict=True, maintain_order=True) if keys else {(): rows}


def unsaid_currencies_to_null(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows with null for a currency that no text says; the database has `?`."""
    if frame.schema.get("currency") != pl.String:
        return frame
    return frame.with_columns(pl.col("currency").replace(UNSAID, None))


# --- runs ------------------------------------------------------------------------------------------------------------

ALL = Filters()
UNDATED = "SELECT count(DISTINCT hand_key) FROM chosen_seats WHERE hand_played_at IS NULL"
_UNTOLD = """
    SELECT count(DISTINCT hand_key), coalesce(string_agg(DISTINCT site, ', ' ORDER BY site), '')
    FROM chosen_seats JOIN hands USING (hand_key) WHERE chosen_seats.hero AND drawn1 IS NOT NULL AND NOT draws_told
"""
MANY_STATISTICS = 20
"""Statistics for which it pays to look the rows up once: these are some 40 columns wide."""


def run_statistic(
    database: Database,
    name: str,
    player: str | None = None,
    parameters: Mapping[str, Value] | None = None,
    filters: Filters = ALL,
) -> pl.DataFrame:
    """The rows of a statistic for that player or (None) for all players together, the pool.

    The first column, `label`, says whose they are; with `by`, a column named after each group holds its label. Rates
    are `done`, `chances`, `rate`, `low`, `high` (0 to 1); amounts in 1/100. Raises StatisticsError.
    """
    statistic = find_statistic(name)
    arguments = fill_parameters(statistic, parameters or {})
    prepare_queries(database, [statistic.sql], player, filters, distinguishes_players=statistic.needs_names)
    return fetch_statistic_rows(database, statistic, arguments, filters)


def run_statistics(
    database: Database, statistics: Iterable[Statistic], player: str | None = None, filters: Filters = ALL
) -> list[pl.DataFrame]:
    """The rows of many statistics, as from `run_statistic`; filters are applied only once. Raises StatisticsError."""
    return add_rates_to_counts(database, run_statistics_without_rates(database, statistics, player, filters))


def run_statistics_without_rates(
    database: Database, statistics: Iterable[Statistic], player: str | None, filters: Filters
) -> list[pl.DataFrame]:
    """The rows of many statistics before `add_rates_to_counts`. Raises StatisticsError."""
    counted = [statistic_without_rate(statistic) for statistic in statistics]
    distinguishes, reuses_rows = any(statistic.needs_names for statistic in counted), len(counted) >= MANY_STATISTICS
    queries = [statistic.sql for statistic in counted]
    prepare_queries(database, queries, player, filters, reuses_rows=reuses_rows, distinguishes_players=distinguishes)
    return [fetch_statistic_rows(database, statistic, fill_parameters(statistic, {}), filters) for statistic in counted]


def run_analytics_query(
    database: Database, query_name: str, player: str | None, filters: Filters, **values: int
) -> pl.DataFrame:
    """The rows of a query of analytics (`luck/draws`), given these values, of that player or of all together.

    Raises StatisticsError.
    """
    sql = query_text(query_name)
    prepare_queries(database, [sql], player, filters)
    return as_frame(database.connection.sql(sql, params=values or None))


def fetch_statistic_rows(
    database: Database, statistic: Statistic, arguments: Mapping[str, Value], filters: Filters
) -> pl.DataFrame:
    """The rows of the statistic; call `prepare_queries` first. Raises StatisticsError."""
    rows = run_statistic_query(database, statistic, arguments)
    return enums_to_text(
        _split_group_labels(database, statistic.name, rows, filters.groups) if filters.groups else rows
    )


def run_statistic_query(database: Database, statistic: Statistic, arguments: Mapping[str, Value]) -> pl.DataFrame:
    """The result of the query, with enums as they sort. Raises StatisticsError."""
    with convert_duckdb_errors(f"{statistic.name}: "):
        return as_frame(database.connection.sql(statistic.sql, params=arguments))


def _split_group_labels(database: Database, name: str, rows: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """The rows with the labels of each group in a column named after it. Raises StatisticsError."""
    if repeated := [group for group in groups if group in rows.columns]:
        raise StatisticsError(f"{name} already has a row for each {repeated[0]}: leave it out of {{by}}", by="")
    (label,) = database.connection.execute("SELECT getvariable('label')").fetchall()[0]
    labels = rows["label"].struct.unnest() if len(groups) > 1 else rows.select(pl.col("label").alias(groups[0]))
    return labels.select(pl.lit(label).alias("label"), pl.all()).hstack(rows.drop("label"))


def enums_to_text(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with enums as text."""
    return rows.with_columns(selectors.by_dtype(pl.Enum, pl.Categorical).cast(pl.String))


def check_zone(filters: Filters) -> Filters:
    """The filters with a valid zone. Raises StatisticsError; other values are checked where they are used."""
    return structs.replace(filters, zone=match_zone_or_refuse(filters.zone))


def count_undated_hands(database: Database, player: str | None = None, filters: Filters = ALL) -> int:
    """Count the requested hands that have no time, and so belong to no session or period."""
    if not has_rows(database.connection, "hands WHERE played_at IS NULL"):
        return 0
    prepare_queries(database, [UNDATED], player, structs.replace(filters.at_any_time(), by=None))
    return int(database.connection.execute(UNDATED).fetchall()[0][0])


def describe_hands_with_untold_draws(database: Database, player: str | None = None, filters: Filters = ALL) -> str:
    """A sentence: which statistics leave out how many hands, as no text tells what the hero drew; empty: none do."""
    if not has_rows(database.connection, "hands WHERE NOT draws_told"):
        return ""
    prepare_queries(database, [_UNTOLD], player, structs.replace(filters, by=None))
    [(hands, sites)] = database.connection.execute(_UNTOLD).fetchall()
    titles = ", ".join(statistic.title for statistic in catalogue().values() if statistic.needs_draws)
    number = f"{count(hands, 'hand')} of {sites}"
    return f"{titles} and leaks leave out {number}: the text prints no card that a hero draws." if hands else ""


def fill_parameters(statistic: Statistic, arguments: Mapping[str, Value]) -> dict[str, Value]:
    """All parameters of the statistic, with defaults for those not given. Raises StatisticsError."""
    parameters = {parameter.name: parameter.default for parameter in statistic.parameters}
    if strange := arguments.keys() - parameters.keys():
        raise StatisticsError(f"{statistic.name} has no parameter {quoted(min(strange))}")
    for name, value in arguments.items():
        if isinstance(value, str) and not isinstance(parameters[name], str):
            raise StatisticsError(f"the parameter {name} of {statistic.name} must be a number, not {quoted(value)}")
    return parameters | dict(arguments)
