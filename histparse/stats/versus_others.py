"""Step 7, statistics: the rows of one player beside those of all others, of one other, or of their other sessions.

To test rates the hands are split at random into parts, and every statistic is counted in each: acts within one hand are
correlated, the player's and the others', so only whole hands show how far chance goes. No query knows of it: the label
alone identifies the part.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl
from msgspec import Struct, structs

from histparse.stats.catalogue import Statistic
from histparse.stats.filter_views import Labels
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, RATE, answer, filled, in_words, ready, run_all
from histparse.stats.shrinking import wilson
from histparse.stats.significance import Counts, Z, apart, difference
from histparse.store import Database
from histparse.system.streams import as_frame, as_relation

# --- the others, counted in one pass ---------------------------------------------------------------------------------

OTHERS = "the others"
PARTS = 61
"""The number of parts: enough to estimate how they vary, few enough to count quickly."""
APART = f"(hash(hand_key) % {PARTS} * 2 + (player = getvariable('beside'))::UTINYINT)::UTINYINT"
"""Twice the number of the part, plus 1 for the player's own rows."""
IS_RATE = "unnest(rate("
"""Found in the query of every rate, and in no other."""
COUNTS = ("own", "part", "done", "chances")
BY_PARTS = f"""
    SELECT * EXCLUDE (label, {", ".join(RATE)}), label % 2 = 1 AS own, label // 2 AS part, done, chances
    FROM ({{sql}})
    ORDER BY ALL
"""  # noqa: S608 - our own column names
"""Enums sort in their own order there; afterwards they are mere text."""
TOGETHER = "SELECT name, own, unnest(rate(done, chances)) FROM ({counts}) ORDER BY name, own, row"
Sides = tuple[pl.DataFrame, pl.DataFrame]


class Pair(Struct, frozen=True):
    """A statistic for a player and for the others, each in the columns of its query.

    `p`: the columns that identify the row, and the p-value of the two rates; null where a side had no opportunity.
    """

    own: pl.DataFrame
    others: pl.DataFrame
    p: pl.DataFrame


def is_rate(statistic: Statistic) -> bool:
    """Whether it returns `done` and `chances`."""
    return IS_RATE in statistic.sql


def versus_others(
    database: Database, statistics: Iterable[Statistic], player: str, rival: str | None = None, filters: Filters = ALL
) -> dict[str, Pair]:
    """The rates among those statistics, for that player and for the others or for that rival, by name, with p-values.

    Rows are sorted by their columns. Raises StatisticsError.
    """
    apart = Labels(APART, {"beside": player, "rival": rival})
    rates = [one for one in statistics if is_rate(one)]
    ready(database, [TOGETHER, *(one.sql for one in rates)], None if rival is None else player, filters, labels=apart)
    counted = {one.name: _counted(database, one) for one in rates}
    rated = _rated(database, counted, {True: player, False: OTHERS if rival is None else rival})
    return {name: Pair(*rated[name], _tested(rows)) for name, rows in counted.items()}


def _counted(database: Database, statistic: Statistic) -> pl.DataFrame:
    """The counts of each row by side and part; the columns that identify the row come first."""
    sql = BY_PARTS.format(sql=statistic.sql.rstrip(";"))
    return in_words(answer(database, structs.replace(statistic, sql=sql), filled(statistic, {})))


def _keys(counted: pl.DataFrame) -> list[str]:
    return counted.columns[: -len(COUNTS)]


def _rated(database: Database, counted: dict[str, pl.DataFrame], sides: dict[bool, str]) -> dict[str, Sides]:
    """Rows of the player and of the others with rates and intervals, computed for all statistics in one query."""
    summed = {
        (name, own): _summed(rows.filter(pl.col("own") == own)) for name, rows in counted.items() for own in sides
    }
    counts = [_flat(*of, rows) for of, rows in summed.items()]
    if not counts:
        return {}
    summed_up = as_relation(database.connection, pl.concat(counts))
    query = TOGETHER.format(counts=summed_up.sql_query())
    rates = as_frame(database.connection.sql(query)).partition_by("name", "own", as_dict=True)
    rated = {of: _labelled(rows, sides[of[1]], rates.get(of)) for of, rows in summed.items()}
    return {name: (rated[name, True], rated[name, False]) for name in counted}


def _summed(side: pl.DataFrame) -> pl.DataFrame:
    """The sum of all parts."""
    sums = (pl.col("done", "chances").sum(),)
    keys = _keys(side)
    return side.group_by(keys, maintain_order=True).agg(sums) if keys else side.select(sums).head(not side.is_empty())


def _flat(name: str, own: bool, rows: pl.DataFrame) -> pl.DataFrame:
    which = (pl.lit(name).alias("name"), pl.lit(own).alias("own"), pl.int_range(pl.len(), dtype=pl.Int64).alias("row"))
    return rows.select(*which, "done", "chances")


def _labelled(rows: pl.DataFrame, label: str, rates: pl.DataFrame | None) -> pl.DataFrame:
    rated = rows.with_columns(pl.lit(None, pl.Float64).alias(name) for name in RATE[2:])
    if rates is not None:
        rated = rows.with_columns(rates.select(RATE[2:]))
    return rated.insert_column(0, pl.lit(label).alias("label"))


def _tested(counted: pl.DataFrame) -> pl.DataFrame:
    """The p-value of every row both sides have."""
    keys = _keys(counted)
    groups = counted.group_by(keys, maintain_order=True) if keys else [((), counted)]
    found = [
        (*key, difference(*(_array(rows.filter(pl.col("own") == own)) for own in (True, False))))
        for key, rows in groups
    ]
    schema = {**{name: counted.schema[name] for name in keys}, "p": pl.Float64()}
    return pl.DataFrame(found, schema=schema, orient="row")


def _array(side: pl.DataFrame) -> Counts:
    """`made` and `opportunities` of every part."""
    parts = np.zeros((PARTS, 2), np.int64)
    parts[side["part"].to_numpy()] = side.select("done", "chances").to_numpy()
    return parts


# --- one session and all their other sessions ------------------------------------------------------------------------

OTHER_SESSIONS = "other sessions"


def by_session(
    database: Database, statistics: Iterable[Statistic], player: str, filters: Filters = ALL
) -> dict[str, pl.DataFrame]:
    """The rates among those statistics for each session of that player, by name. Raises StatisticsError."""
    asked = [one for one in statistics if is_rate(one)]
    rows = run_all(database, asked, player, structs.replace(filters, by="session"))
    return {one.name: found.drop_nulls("session") for one, found in zip(asked, rows, strict=True)}


def versus_sessions(counted: dict[str, pl.DataFrame], session: str) -> dict[str, Pair]:
    """Rates of the session that began then, and as `others` of all other sessions together, with p-values."""
    return {name: _pair(rows, session) for name, rows in counted.items()}


def _pair(rows: pl.DataFrame, session: str) -> Pair:
    own = rows.filter(session=session).drop("session")
    keys = [name for name in own.columns if name not in {"label", *RATE}]
    parts = rows.partition_by(keys, as_dict=True, maintain_order=True) if keys else {(): rows}
    others = pl.DataFrame(
        [(OTHER_SESSIONS, *key, *part.filter(pl.col("session") != session).select("done", "chances").sum().row(0))
         for key, part in parts.items()],
        {name: own.schema[name] for name in own.columns[: len(keys) + 3]}, orient="row",
    )  # fmt: skip
    p = [(*key, _p(part, session)) for key, part in parts.items()]
    schema = {**{name: own.schema[name] for name in keys}, "p": pl.Float64()}
    return Pair(own, _rates(others), pl.DataFrame(p, schema, orient="row"))


def _p(part: pl.DataFrame, session: str) -> float | None:
    """None where the session, or all others, had no opportunity."""
    at = np.flatnonzero(part["session"].to_numpy() == session)
    made, chances = (part[name].to_numpy() for name in ("done", "chances"))
    return apart(made, chances, int(at[0])) if len(at) else None


def _rates(sums: pl.DataFrame) -> pl.DataFrame:
    some = sums.filter(pl.col("chances") > 0)
    done, chances = some.select("done", "chances").cast(pl.Float64).to_numpy().T
    low, high = wilson(done, chances, Z)
    return some.with_columns(rate=pl.col("done") / pl.col("chances"), low=pl.Series(low), high=pl.Series(high))
