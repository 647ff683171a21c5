"""Step 7, statistics: the rates of a player in one session beside those in all their other sessions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl
from msgspec import structs

from histparse.stats.catalogue import Statistic
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, RATE, run_all
from histparse.stats.shrinking import wilson
from histparse.stats.significance import Z, apart
from histparse.stats.versus_others import Pair, is_rate
from histparse.store import Database

OTHERS = "other sessions"


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
        [(OTHERS, *key, *part.filter(pl.col("session") != session).select("done", "chances").sum().row(0))
         for key, part in parts.items()],
        {name: own.schema[name] for name in own.columns[: len(keys) + 3]}, orient="row",
    )  # fmt: skip
    p = [(*key, _p(part, session)) for key, part in parts.items()]
    schema = {**{name: own.schema[name] for name in keys}, "p": pl.Float64()}
    return Pair(own, _rated(others), pl.DataFrame(p, schema, orient="row"))


def _p(part: pl.DataFrame, session: str) -> float | None:
    """None where the session, or all others, had no opportunity."""
    at = np.flatnonzero(part["session"].to_numpy() == session)
    made, chances = (part[name].to_numpy() for name in ("done", "chances"))
    return apart(made, chances, int(at[0])) if len(at) else None


def _rated(sums: pl.DataFrame) -> pl.DataFrame:
    some = sums.filter(pl.col("chances") > 0)
    done, chances = some.select("done", "chances").cast(pl.Float64).to_numpy().T
    low, high = wilson(done, chances, Z)
    return some.with_columns(rate=pl.col("done") / pl.col("chances"), low=pl.Series(low), high=pl.Series(high))
