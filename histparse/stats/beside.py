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
POOL = "all players"
"""The pool's label."""
APART = "CASE WHEN player = getvariable('beside') THEN 'own'::label_word ELSE 'others'::label_word END"
IS_RATE = "unnest(rate("
"""What the query of a rate has, and no other."""
TOGETHER = "SELECT name, row, unnest(rate(done, chances)) FROM ({counts}) ORDER BY name, row"


def beside(database: Database, statistics: Iterable[Statistic], player: str) -> dict[str, Pair]:
    """The rates among those statistics, of that player and of the pool, each as from `run`, by name.

    Left out is what cannot be put together from two parts: what is no rate, and where the parts do not have the same
    rows. Raises StatisticsError.
    """
    ready(database, None, ALL)
    _apart(database, player)
    counted = {one.name: count(database, one, filled(one, {}), ALL) for one in statistics if IS_RATE in one.sql}
    parts = {name: _parts(rows) for name, rows in counted.items()}
    alike = {name: (own, others) for name, (own, others) in parts.items() if _have_same_rows(own, others)}
    pools = _together(database, {name: _sum(own, others) for name, (own, others) in alike.items()})
    return {
        name: (own.with_columns(pl.lit(player).alias("label")), pools[name].with_columns(pl.lit(POOL).alias("label")))
        for name, (own, _) in alike.items()
    }


def _apart(database: Database, player: str) -> None:
    """Label the rows: the player's own, and those of the others."""
    connection = database.connection
    connection.execute("SET VARIABLE beside = ?", [player])
    connection.execute(LABELS.format("'own', 'others'"))
    for table, counts in TABLES.items():
        connection.execute(VIEW.format(table=table, label=APART, join="", counts=counts, asked="true"))
    run_files(connection, "views")


def _parts(counted: pl.DataFrame) -> Pair:
    own, others = (counted.filter(pl.col("label") == whose) for whose in ("own", "others"))
    return own, others


def _have_same_rows(own: pl.DataFrame, others: pl.DataFrame) -> bool:
    """Whether one part can be added to the other; to no rows all can."""
    keys = [name for name in own.columns if name not in {*RATE, "label"}]
    alike = own.height == others.height and own.select(keys).equals(others.select(keys))
    return own.is_empty() or others.is_empty() or alike


def _sum(own: pl.DataFrame, others: pl.DataFrame) -> pl.DataFrame:
    if own.is_empty() or others.is_empty():
        return pl.concat([own, others])
    return others.with_columns(pl.col(name) + own[name] for name in ("done", "chances"))


def _together(database: Database, summed: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The same counts with their own rates and intervals, of all of them in one query."""
    if not summed:
        return {}
    row = pl.int_range(pl.len(), dtype=pl.Int64).alias("row")
    counts = pl.concat(rows.select(pl.lit(name).alias("name"), row, "done", "chances") for name, rows in summed.items())
    summed_up = database.connection.from_arrow(counts)
    query = TOGETHER.format(counts=summed_up.sql_query())
    rates = database.connection.sql(query).pl().partition_by("name", as_dict=True)
    return {
        name: rows.with_columns(rates[(name,)].select(RATE)) if (name,) in rates else rows
        for name, rows in summed.items()
    }
