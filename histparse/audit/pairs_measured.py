"""Audit: what one test of play says of each pair, and of either for the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse.audit.encounters import (
    Distances,
    Encounters,
    Ids,
    Sums,
    both_ways,
    chance,
    distances,
    keys,
    summed,
)
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
_SITTINGS = """
    SELECT
        first AS a,
        second AS b,
        sum(n)::BIGINT AS n,
        sum(x) / 1e6 AS x,
        sum(w) / 1e6 AS w,
        coalesce(sum(done)::DOUBLE, 'nan') AS done,
        sum(x::BIGINT * x) / 1e12 AS squares,
        sum(x::HUGEINT * x * x) / 1e18 AS cubes
    FROM audited_{}
    JOIN audited_sittings USING (hand_key)
    GROUP BY sitting, first, second
    ORDER BY sitting, first, second
"""
_LEAVE_OUT = """
    DELETE FROM audited_{}
    WHERE hand_key IN (FROM audited_left_out)
        AND NOT list_contains($named, least(first, second)::BIGINT * $players + greatest(first, second))
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


def pair_test(database: Database, name: str, sql: str, players: int) -> PairTest:
    """Counts what the test is about; the rows are left in a table for `without` and `evidence`."""
    connection, test = database.connection, PLAY_TESTS[name]
    if not test.sign:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE audited_acts AS {sql}")
        sql = query("audit/beyond_habit")
    connection.execute(_HOLD.format(name, sql))
    return PairTest(name, test.sign, test.side, summed(_sittings(database, name), players))


def without(database: Database, test: PairTest, named: Sequence[int], players: int) -> PairTest:
    """The test without the hands in `audited_left_out`, but for the pairs that are named."""
    database.connection.execute(_LEAVE_OUT.format(test.name), {"named": [*named], "players": players})
    return replace(test, met=summed(_sittings(database, test.name), players))


def _sittings(database: Database, name: str) -> Encounters:
    rows = as_frame(database.connection.sql(_SITTINGS.format(name)))
    return Encounters(*(rows[column].to_numpy() for column in Encounters.__struct_fields__))


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
        "p": chance(far.score, test.side),
    }
    return pl.DataFrame(rows, _COLUMNS)
