"""Audit: whether some are dealt more low cards than others."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl

from histparse.audit.chi_square import counts
from histparse.audit.dealt import Dealt
from histparse.audit.evenly import UNIT
from histparse.audit.first_five import DEALS, ways
from histparse.audit.measured import Measured, TooFewError
from histparse.model.ranking import WORST, describe

SQL = """
    SELECT {label} AS label, count(*) AS n, sum(low)::BIGINT AS low
    FROM audited_deals WHERE {label} IS NOT NULL GROUP BY label ORDER BY label
"""
LEAST = 50
"""Smaller ones are put together."""
MORE = 0.05


def equal_chances(dealt: Dealt, label: str, *, what: str, named: str = "{}") -> Measured:
    """The test of low ranks dealt, by that expression; `named` is what its values are called, `what` one of them."""
    rows = _large(dealt.rows(SQL.format(label=label)))
    if len(rows) < 2:
        raise TooFewError(f"needs two {what}s with {LEAST} {UNIT} each")
    hands, low = rows["n"].to_numpy().astype(np.float64), rows["low"].to_numpy()
    mean, variance = moments()
    share = hands / hands.sum()
    most = hands == hands.max()
    more = MORE * mean * np.where(np.arange(len(hands)) == np.argmax(most), hands, 0)
    return counts(
        low,
        low.sum() * share,
        variance * (np.diag(hands) - np.outer(hands, share)),
        [name if name == OTHERS else named.format(name) for name in rows["label"]],
        sample=int(hands.sum()),
        unit=UNIT,
        fault=f"low cards 5 % more frequent for one {what}, {named.format(rows['label'][int(np.argmax(most))])}",
        shift=more - more.sum() * share,
    )


OTHERS = "all others"


def _large(rows: pl.DataFrame) -> pl.DataFrame:
    rows = rows.with_columns(pl.col("label").cast(pl.String), pl.col("n", "low").cast(pl.Int64))
    small = rows.filter(pl.col("n") < LEAST)
    together = small.select(pl.lit(OTHERS).alias("label"), pl.col("n", "low").sum())
    return pl.concat([rows.filter(pl.col("n") >= LEAST), together.filter(pl.col("n") >= LEAST)])


@cache
def moments() -> tuple[float, float]:
    """The exact mean and variance of how many ranks from deuce to seven are among five cards."""
    low = np.array([0, *(len(set(describe(number).ranks) & set("234567")) for number in range(1, WORST + 1))])
    mean = float(ways() @ low) / DEALS
    return mean, float(ways() @ (low - mean) ** 2) / DEALS
