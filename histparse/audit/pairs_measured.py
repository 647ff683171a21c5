"""Audit: what one test of play says of each pair, and of either for the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.audit.encounters import Distances, Encounters, Ids, Sums, both_ways, chance, distances, keys, widening
from histparse.audit.play_tests import PLAY_TESTS
from histparse.store import Database
from histparse.system.resources import query
from histparse.system.streams import as_frame

WAYS = 3
"""Where one acts and the other bears it, a test looks at both ways and at both together."""
_HOLD = """
    CREATE OR REPLACE TEMP TABLE audited_{} AS
    SELECT
        hand_key,
        first,
        second,
        round(x * 1e6)::INTEGER AS x,
        round(w * 1e6)::INTEGER AS w,
        done::SMALLINT AS done,
        n::SMALLINT AS n
    FROM ({})
"""
"""In millionths: whole numbers add up to the same sum in any order."""
_PAIRS = """
    SELECT
        first AS a,
        second AS b,
        sum(n)::BIGINT AS n,
        sum(x) / 1e6 AS x,
        sum(w) / 1e6 AS w,
        sum(x::BIGINT * x) / 1e12 AS squares,
        coalesce(sum(done)::DOUBLE, 'nan') AS done
    FROM audited_{}
    GROUP BY first, second
    ORDER BY first, second
"""
_SOME = 150_000
"""Rows that are shuffled, about: of more only those of some hands."""
_ROWS = """
    SELECT
        (hash(hands.stakes, hour(played_at)) % 1000000007)::INTEGER AS stratum,
        first AS a,
        second AS b,
        n,
        x / 1e6 AS x,
        w / 1e6 AS w,
        coalesce(done::DOUBLE, 'nan') AS done
    FROM audited_{}
    JOIN hands USING (hand_key)
    WHERE hash(hand_key) % $step = 0
    ORDER BY stratum, hand_key, a, b
"""
_COLUMNS = {
    "first": pl.String(),
    "second": pl.String(),
    "pair": pl.Int64(),
    "test": pl.String(),
    "by": pl.String(),
    "met": pl.Int64(),
    "done": pl.Int64(),
    "likely": pl.Float64(),
    "observed": pl.Float64(),
    "expected": pl.Float64(),
    "z": pl.Float64(),
    "p": pl.Float64(),
}


class PairTest(Struct, frozen=True):
    """A test of play with what it needs of all hands."""

    name: str
    sign: int
    side: str
    met: Sums
    width: float
    """By how much distances of shuffled pairs are wider than the normal distribution."""


def pair_test(database: Database, name: str, sql: str, players: int) -> PairTest:
    """Counts what the test is about; the rows are left in a table for `evidence`."""
    connection, test = database.connection, PLAY_TESTS[name]
    if not test.sign:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE audited_acts AS {sql}")
        sql = query("audit/beyond_habit")
    connection.execute(_HOLD.format(name, sql))
    pairs = as_frame(connection.sql(_PAIRS.format(name)))
    a, b, n, x, w, done = (pairs[column].to_numpy() for column in ("a", "b", "n", "x", "w", "done"))
    met = Sums(a, b, n, x, w, done, float(pairs["squares"].sum()))
    [(rows,)] = connection.sql(f"SELECT count(*) FROM audited_{name}").fetchall()  # noqa: S608 - names of our own
    some = as_frame(connection.sql(_ROWS.format(name), params={"step": 1 + rows // _SOME}))
    shuffled = Encounters(*(some[column].to_numpy() for column in Encounters.__struct_fields__))
    width = widening(shuffled, players, test.sign, test.side) if w.any() else 1.0
    return PairTest(name, test.sign, test.side, met, width)


def measured(test: PairTest, names: pl.Series, judged: Ids, aside: Sequence[int]) -> pl.DataFrame:
    """A row for each of those pairs that met often enough; if one acts and the other bears it, also for each way."""
    if not test.met.w.any():
        return pl.DataFrame(schema=_COLUMNS)
    far = distances(test.met, len(names), test.sign, aside)
    if test.sign:
        return _rows(test, names, far.told(judged, len(names)), is_one_way=False)
    ways = ((far, True), (both_ways(far, len(names)), False))
    return pl.concat(
        _rows(test, names, way.told(judged, len(names)), is_one_way=is_one_way) for way, is_one_way in ways
    )


def _rows(test: PairTest, names: pl.Series, far: Distances, *, is_one_way: bool) -> pl.DataFrame:
    acting = names.gather(far.a)
    rows = {
        "first": names.gather(np.minimum(far.a, far.b)),
        "second": names.gather(np.maximum(far.a, far.b)),
        "pair": keys(far, len(names)),
        "test": test.name,
        "by": acting if is_one_way else pl.Series([None] * len(acting), dtype=pl.String),
        "met": far.n,
        "done": pl.Series(far.done, nan_to_null=True).cast(pl.Int64),
        "likely": pl.Series(far.done - far.off, nan_to_null=True),
        "observed": far.x / far.w,
        "expected": (far.x - far.off) / far.w,
        "z": far.z,
        "p": chance(far.score, test.side, test.width),
    }
    return pl.DataFrame(rows, _COLUMNS)
