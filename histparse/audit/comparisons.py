"""Audit, deal: whether all players, seats and hours are dealt alike, and each hand anew."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl

from histparse.audit.chi_square import Measured, TooFewError, counts, percent, require_sample
from histparse.audit.dealt import Dealt
from histparse.audit.first_five import DEALS, UNIT, ways
from histparse.model.cards import CARDS_IN_HAND, DECK
from histparse.model.ranking import WORST, describe
from histparse.system import late

_LOW_CARDS = """
    SELECT {label} AS label, count(*) AS n, sum(low)::BIGINT AS low
    FROM audited_deals WHERE {label} IS NOT NULL GROUP BY label ORDER BY label
"""
LEAST = 50
"""Smaller ones are put together."""
MORE_LOW = 0.05
REST = "all others"


def measure_equal_chances(dealt: Dealt, label: str, *, kind: str, named: str = "{}") -> Measured:
    """Whether low cards are dealt equally often, by that expression; `named` is what its values are called."""
    rows = _large(dealt.rows(_LOW_CARDS.format(label=label)))
    if len(rows) < 2:
        raise TooFewError(f"needs two {kind}s with {LEAST} {UNIT} each")
    hands, low = rows["n"].to_numpy().astype(np.float64), rows["low"].to_numpy()
    mean, variance = moments()
    share = hands / hands.sum()
    most = hands == hands.max()
    largest = named.format(rows["label"][int(np.argmax(most))])
    more = MORE_LOW * mean * np.where(np.arange(len(hands)) == np.argmax(most), hands, 0)
    return counts(
        low,
        low.sum() * share,
        variance * (np.diag(hands) - np.outer(hands, share)),
        [name if name == REST else named.format(name) for name in rows["label"]],
        sample=int(hands.sum()),
        unit=UNIT,
        fault=lambda size: f"low cards {percent(size)} more frequent for one {kind} ({largest})",
        size=MORE_LOW,
        shift=more - more.sum() * share,
    )


def _large(rows: pl.DataFrame) -> pl.DataFrame:
    rows = rows.with_columns(pl.col("label").cast(pl.String), pl.col("n", "low").cast(pl.Int64))
    small = rows.filter(pl.col("n") < LEAST)
    rest = small.select(pl.lit(REST).alias("label"), pl.col("n", "low").sum())
    return pl.concat([rows.filter(pl.col("n") >= LEAST), rest.filter(pl.col("n") >= LEAST)])


@cache
def moments() -> tuple[float, float]:
    """The exact mean and variance of how many ranks from deuce to seven are among five cards."""
    low = np.array([0, *(len(set(describe(number).ranks) & set("234567")) for number in range(1, WORST + 1))])
    mean = float(ways() @ low) / DEALS
    return mean, float(ways() @ (low - mean) ** 2) / DEALS


# --- cards of the hand before ---------------------------------------------------------------------------------

_CARDS_AGAIN = """
    SELECT
        count(*) AS n,
        coalesce(sum(len(list_intersect(string_split(dealt, ' '), string_split(earlier, ' ')))), 0)::BIGINT AS again
    FROM (
        SELECT dealt, lag({column}) OVER (
            PARTITION BY site, table_name, player, seat ORDER BY played_at, length(hand_id), hand_id
        ) AS earlier
        FROM audited_deals
    )
    WHERE length(earlier) = 14
"""
"""Fourteen letters are five cards."""
LEAST_PAIRS = 100
MORE_AGAIN = 0.1


def measure_cards_again(dealt: Dealt, column: str) -> Measured:
    """How many of those cards of the hand before are among the next five: each pair of hands is independent."""
    pairs, again = dealt.rows(_CARDS_AGAIN.format(column=column)).row(0)
    unit = "pairs of neighbouring hands"
    require_sample(pairs, LEAST_PAIRS, unit)
    chance = late.stats.hypergeom(len(DECK), CARDS_IN_HAND, CARDS_IN_HAND)
    mean = pairs * float(chance.mean())
    return counts(
        [again],
        [mean],
        [[pairs * float(chance.var())]],
        ["cards of the hand before"],
        sample=pairs,
        unit=unit,
        fault=lambda size: f"cards of the hand before {percent(size)} more frequent",
        size=MORE_AGAIN,
        shift=[MORE_AGAIN * mean],
    )
