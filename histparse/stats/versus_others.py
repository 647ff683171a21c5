"""Step 7, statistics: the rows of one player beside those of all others, of one other, or of their other sessions.

To test rates the hands are split at random into parts, and every statistic is counted in each: acts within one hand are
correlated, the player's and the others', so only whole hands show how far chance goes. No query knows of it: the label
alone identifies the part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import polars as pl
from msgspec import Struct, structs
from numpy.typing import NDArray

from histparse.stats.catalogue import Statistic
from histparse.stats.filter_views import Labels, prepare_queries
from histparse.stats.filters import Filters
from histparse.stats.run import (
    ALL,
    RATE,
    add_rates_to_counts,
    enums_to_text,
    fill_parameters,
    is_rate_statistic,
    partition_by_keys,
    run_statistic_query,
    run_statistics,
    statistic_without_rate,
)
from histparse.stats.shrinking import wilson_bounds
from histparse.stats.significance import Z, difference_p_value, period_p_value
from histparse.store import Database

# --- the others, counted in one pass ---------------------------------------------------------------------------------

OTHERS_LABEL = "opponents"
CountsBySidePartMadeChances = NDArray[np.int64]
PARTS = 61
"""The number of parts: enough to estimate how they vary, few enough to count quickly."""
SIDE_AND_PART = f"(hash(hand_key) % {PARTS} * 2 + (player = getvariable('compared'))::UTINYINT)::UTINYINT"
"""Twice the number of the part, plus 1 for the player's own rows."""
COUNTS = ("is_player", "part", "done", "chances")
BY_PARTS = """
    SELECT * EXCLUDE (label, done, chances), label % 2 = 1 AS is_player, label // 2 AS part, done, chances
    FROM ({sql})
    ORDER BY ALL
"""
"""Enums sort in their own order there; afterwards they are mere text."""


class Pair(Struct, frozen=True):
    """A statistic for a player and for the others, each in the columns of its query.

    `p`: the columns that identify the row, and the p-value of the two rates; null where a side had no opportunity.
    """

    own: pl.DataFrame
    others: pl.DataFrame
    p: pl.DataFrame


def compare_rates_with_others(
    database: Database, statistics: Iterable[Statistic], player: str, rival: str | None = None, filters: Filters = ALL
) -> dict[str, Pair]:
    """The rates among those statistics, for that player and for the others or for that rival, by name, with p-values.

    Rows are sorted by their columns. Raises StatisticsError.
    """
    return pair_rates_of_sides(
        database, count_by_side_and_part(database, statistics, player, rival, filters), player, rival
    )


def count_by_side_and_part(
    database: Database, statistics: Iterable[Statistic], player: str, rival: str | None = None, filters: Filters = ALL
) -> dict[str, pl.DataFrame]:
    """The counts of the rates among those statistics, by side and part. Raises StatisticsError."""
    labels = Labels(SIDE_AND_PART, {"compared": player, "rival": rival})
    rates = [statistic_without_rate(statistic) for statistic in statistics if is_rate_statistic(statistic)]
    requested = None if rival is None else player
    prepare_queries(database, [statistic.sql for statistic in rates], requested, filters, labels=labels)
    return {statistic.name: _count_by_side_and_part(database, statistic) for statistic in rates}


def pair_rates_of_sides(
    database: Database, counts_by_part: Mapping[str, pl.DataFrame], player: str, rival: str | None = None
) -> dict[str, Pair]:
    """The rates of both sides with their p-values, by the name of the statistic, from their counts by part."""
    summed = [
        rows.group_by(*_key_columns(rows), "is_player", maintain_order=True).agg(pl.col("done", "chances").sum())
        for rows in counts_by_part.values()
    ]
    other_label = OTHERS_LABEL if rival is None else rival
    return {
        name: Pair(_side_rows(rated, True, player), _side_rows(rated, False, other_label), _p_values_by_row(rows))
        for (name, rows), rated in zip(counts_by_part.items(), add_rates_to_counts(database, summed), strict=True)
    }


def _count_by_side_and_part(database: Database, statistic: Statistic) -> pl.DataFrame:
    """The counts of each row by side and part; the columns that identify the row come first."""
    sql = BY_PARTS.format(sql=statistic.sql.rstrip(";"))
    return enums_to_text(
        run_statistic_query(database, structs.replace(statistic, sql=sql), fill_parameters(statistic, {}))
    )


def _key_columns(counted: pl.DataFrame) -> list[str]:
    return counted.columns[: -len(COUNTS)]


def _side_rows(rated: pl.DataFrame, is_player: bool, label: str) -> pl.DataFrame:
    return rated.filter(is_player=is_player).select(pl.lit(label).alias("label"), pl.exclude("is_player"))


def _p_values_by_row(counted: pl.DataFrame) -> pl.DataFrame:
    """The p-value of every row both sides have."""
    keys = _key_columns(counted)
    parts = partition_by_keys(counted, keys)
    p_values = [(*key, difference_p_value(*_counts_of_both_sides(rows))) for key, rows in parts.items()]
    return pl.DataFrame(p_values, counted.select(keys).schema | {"p": pl.Float64()}, orient="row")


def _counts_of_both_sides(rows: pl.DataFrame) -> CountsBySidePartMadeChances:
    """`made` and `opportunities` of every part, of the player and of the others."""
    sides = np.zeros((2, PARTS, 2), np.int64)
    sides[1 - rows["is_player"].cast(pl.Int64).to_numpy(), rows["part"].to_numpy()] = rows.select(
        "done", "chances"
    ).to_numpy()
    return sides


# --- one session and all their other sessions ------------------------------------------------------------------------

OTHER_SESSIONS = "other sessions"


def player_rates_by_session(
    database: Database, statistics: Iterable[Statistic], player: str, filters: Filters = ALL
) -> dict[str, pl.DataFrame]:
    """The rates among those statistics for each session of that player, by name. Raises StatisticsError."""
    rates = [statistic for statistic in statistics if is_rate_statistic(statistic)]
    rows = run_statistics(database, rates, player, structs.replace(filters, by="session"))
    return {rate.name: session_rows.drop_nulls("session") for rate, session_rows in zip(rates, rows, strict=True)}


def compare_session_with_others(rates: dict[str, pl.DataFrame], session: str) -> dict[str, Pair]:
    """Rates of the session that began then, and as `others` of all other sessions together, with p-values."""
    return {name: _compare_with_other_sessions(rows, session) for name, rows in rates.items()}


def _compare_with_other_sessions(rows: pl.DataFrame, session: str) -> Pair:
    session_rows = rows.filter(session=session).drop("session")
    keys = [name for name in session_rows.columns if name not in {"label", *RATE}]
    parts = partition_by_keys(rows, keys)
    other_rows = pl.DataFrame(
        [(OTHER_SESSIONS, *key, *part.filter(pl.col("session") != session).select("done", "chances").sum().row(0))
         for key, part in parts.items()],
        session_rows[:, : len(keys) + 3].schema, orient="row",
    )  # fmt: skip
    p_values = [(*key, _session_p_value(part, session)) for key, part in parts.items()]
    schema = session_rows.select(keys).schema | {"p": pl.Float64()}
    return Pair(session_rows, _rates_and_bounds_where_chances(other_rows), pl.DataFrame(p_values, schema, orient="row"))


def _session_p_value(part: pl.DataFrame, session: str) -> float | None:
    """None where the session, or all others, had no opportunity."""
    positions = np.flatnonzero(part["session"].to_numpy() == session)
    made, chances = (part[name].to_numpy() for name in ("done", "chances"))
    return period_p_value(made, chances, int(positions[0])) if len(positions) else None


def _rates_and_bounds_where_chances(sums: pl.DataFrame) -> pl.DataFrame:
    tried = sums.filter(pl.col("chances") > 0)
    made, chances = tried.select("done", "chances").cast(pl.Float64).to_numpy().T
    low, high = wilson_bounds(made, chances, Z)
    return tried.with_columns(rate=pl.col("done") / pl.col("chances"), low=pl.Series(low), high=pl.Series(high))
