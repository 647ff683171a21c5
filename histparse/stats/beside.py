"""Step 6, statistics: the rates of one player and of the pool, counted in one pass over everybody's rows."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from histparse.stats.catalogue import Statistic
from histparse.stats.choose import LABELS, TABLES, VIEW, run_files
from histparse.stats.run import ALL, count, filled, ready
from histparse.store import Database

RATE = ("done", "chances", "rate", "low", "high")
"""The columns of a rate."""
Pair = tuple[pl.DataFrame, pl.DataFrame]
"""The player's rows and the pool's."""
APART = "CASE WHEN player = getvariable('beside') THEN 'own'::label_word ELSE 'others'::label_word END"
TOGETHER = "SELECT * EXCLUDE (done, chances), unnest(rate(done, chances)) FROM summed"


def beside(database: Database, statistics: Iterable[Statistic], player: str) -> dict[str, Pair]:
    """The rates among those statistics, of that player and of the pool, each as from `run`, by name.

    Left out is what cannot be put together from two parts: what is no rate, and where the parts do not have the same
    rows. Raises StatisticsError.
    """
    ready(database, None, ALL)
    _apart(database, player)
    counted = {one.name: count(database, one, filled(one, {}), ALL) for one in statistics if _is_rate(database, one)}
    pairs = {name: _pair(database, rows, player) for name, rows in counted.items()}
    return {name: pair for name, pair in pairs.items() if pair is not None}


def _apart(database: Database, player: str) -> None:
    """Label the rows: the player's own, and those of the others."""
    connection = database.connection
    connection.execute("SET VARIABLE beside = ?", [player])
    connection.execute(LABELS.format("'own', 'others'"))
    for table, counts in TABLES.items():
        connection.execute(VIEW.format(table=table, label=APART, join="", counts=counts, asked="true"))
    run_files(connection, "views")


def _is_rate(database: Database, statistic: Statistic) -> bool:
    """Told from the columns of the query, before it runs."""
    return set(RATE) <= set(database.connection.sql(statistic.sql, params=filled(statistic, {})).columns)


def _pair(database: Database, counted: pl.DataFrame, player: str) -> Pair | None:
    own, others = (counted.filter(pl.col("label") == whose) for whose in ("own", "others"))
    keys = [name for name in counted.columns if name not in {*RATE, "label"}]
    if others.is_empty() or own.is_empty():
        pool = counted  # of one side there is nothing to add
    elif own.height == others.height and own.select(keys).equals(others.select(keys)):
        pool = _summed(database, own, others, keys)
    else:
        return None
    return own.with_columns(pl.lit(player).alias("label")), pool.with_columns(pl.lit("all players").alias("label"))


def _summed(database: Database, own: pl.DataFrame, others: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    done, chances = (pl.col(name) + own[name] for name in ("done", "chances"))
    summed = others.select("label", *keys, done, chances)  # noqa: F841 - DuckDB reads it by its name
    return pl.DataFrame(database.connection.sql(TOGETHER).pl())
