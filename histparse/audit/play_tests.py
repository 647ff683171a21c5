"""Audit, play: what partners may do for each other, one entry each, and what a test says of each pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse.audit.encounters import (
    Distances,
    Encounters,
    Ids,
    Sums,
    add_reversed_distances,
    measure_distances_from_usual,
    pair_numbers,
    sum_by_pair,
    tail_chances,
)
from histparse.store import Database
from histparse.system.files import query_text
from histparse.system.streams import as_frame


class PlayTest(Struct, frozen=True, kw_only=True):
    """A test of play.

    Its query of the same name in analytics/audit/play has a row for each hand and pair: `hand_key`, the
    players' numbers `first` and `second`, the figure `x`, its weight `w`, of how many opportunities, `n`, it was
    `done`, if that can be counted. If one of them acts, there is a row for each act instead, and its spot:
    `beyond_habit` makes the figure.
    """

    title: str
    about: str
    sign: int
    """The sign that its figure gets if the players change places; 0 if the first acts and the second bears it."""
    side: Literal["more", "less", "both"]
    """Which side speaks for partners."""
    unit: str
    """What its opportunities are called: `rounds`."""
    explains: str
    """What else than an agreement may explain a pair that is found."""
    named: tuple[int, int]
    """How many it names of ten pairs of partners with 300 hands together, and of five with 1,020.

    In simulated hands, and they favour each other whenever they can: docs/audit_partners.md.
    """


PLAY_TESTS = {
    "bets": PlayTest(
        title="Checking it down",
        about="whether one bets less often than against others when the two are alone and nothing is bet",
        sign=0,
        side="less",
        unit="rounds",
        explains="friends may bet less against each other without any agreement; who is raised whenever he bets learns "
        "to check",
        named=(4, 5),
    ),
    "dumping": PlayTest(
        title="Passing chips on",
        about="whether chips go from one to the other beyond what each loses to and wins from everybody",
        sign=-1,
        side="both",
        unit="hands",
        explains="one of them may simply play badly against how the other plays; few large pots weigh much",
        named=(3, 5),
    ),
    "folds": PlayTest(
        title="Folding to each other",
        about="whether one folds to the other's bets and raises more often than to others'",
        sign=0,
        side="more",
        unit="answers",
        explains="somebody who has seen that the other never bluffs folds rightly; a short run of bad cards looks "
        "alike",
        named=(10, 5),
    ),
    "in_step": PlayTest(
        title="Standing pat in step",
        about="whether two stand pat together, or one draws when the other stands pat",
        sign=1,
        side="both",
        unit="draws",
        explains="players who watch how many cards others draw react to them, as everybody should",
        named=(10, 5),
    ),
    "raises": PlayTest(
        title="Sparing each other",
        about="whether one raises the other less often than they raise others",
        sign=0,
        side="less",
        unit="answers",
        explains="friends, or players who respect each other, may raise each other less without any agreement",
        named=(3, 4),
    ),
    "whipsaw": PlayTest(
        title="Raising together",
        about="whether two raise together while a third pays",
        sign=1,
        side="more",
        unit="rounds",
        explains="two bold players who like the same hands also raise together",
        named=(10, 5),
    ),
}
"""By name, in the order in which they are told."""


# --- what a test says of each pair, and of either for the other ------------------------------------------------------

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
    "first": pl.String,
    "second": pl.String,
    "pair": pl.Int64,
    "test": pl.String,
    "by": pl.String,
    "met": pl.Int64,
    "done": pl.Int64,
    "likely": pl.Float64,
    "observed": pl.Float64,
    "expected": pl.Float64,
    "z": pl.Float64,
    "p": pl.Float64,
}


class PairTest(Struct, frozen=True):
    """A test of play with what it needs of all hands."""

    name: str
    sign: int
    side: str
    meetings: Sums


def prepare_pair_test(database: Database, name: str, sql: str, players: int) -> PairTest:
    """Counts what the test is about; the rows are left in a table for `delete_left_out_and_recount` and `evidence`."""
    connection, test = database.connection, PLAY_TESTS[name]
    if not test.sign:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE audited_acts AS {sql}")
        sql = query_text("audit/beyond_habit")
    connection.execute(_HOLD.format(name, sql))
    return PairTest(name, test.sign, test.side, sum_by_pair(_query_sittings(database, name), players))


def delete_left_out_and_recount(
    database: Database, test: PairTest, named_pairs: Sequence[int], players: int
) -> PairTest:
    """The test without the hands in `audited_left_out`, but for the pairs that are named."""
    database.connection.execute(_LEAVE_OUT.format(test.name), {"named": [*named_pairs], "players": players})
    return replace(test, meetings=sum_by_pair(_query_sittings(database, test.name), players))


def _query_sittings(database: Database, name: str) -> Encounters:
    rows = as_frame(database.connection.sql(_SITTINGS.format(name)))
    return Encounters(*(rows[column].to_numpy() for column in Encounters.__struct_fields__))


def measure_pairs(test: PairTest, names: pl.Series, judged_pairs: Ids, excluded_pairs: Sequence[int]) -> pl.DataFrame:
    """A row for each of those pairs that met often enough; if one acts and the other bears it, also for each way."""
    if not test.meetings.w.any():
        return pl.DataFrame(schema=_COLUMNS)
    deviations = measure_distances_from_usual(test.meetings, len(names), test.sign, excluded_pairs)
    both_ways = deviations if test.sign else add_reversed_distances(deviations, len(names))
    ways = [(both_ways, False)] if test.sign else [(deviations, True), (both_ways, False)]
    return pl.concat(
        _pair_rows(test, names, way.select_judgeable_pairs(judged_pairs, len(names)), is_one_way=is_one_way)
        for way, is_one_way in ways
    )


def _pair_rows(test: PairTest, names: pl.Series, deviations: Distances, *, is_one_way: bool) -> pl.DataFrame:
    acting = names.gather(deviations.a)
    rows = {
        "first": names.gather(np.minimum(deviations.a, deviations.b)),
        "second": names.gather(np.maximum(deviations.a, deviations.b)),
        "pair": pair_numbers(deviations, len(names)),
        "test": test.name,
        "by": acting if is_one_way else pl.Series([None] * len(acting), dtype=pl.String),
        "met": deviations.n,
        "done": pl.Series(deviations.done, nan_to_null=True).cast(pl.Int64),
        "likely": pl.Series(deviations.done - deviations.deviation, nan_to_null=True),
        "observed": deviations.x / deviations.w,
        "expected": (deviations.x - deviations.deviation) / deviations.w,
        "z": deviations.z_scores,
        "p": tail_chances(deviations.normal_scores, test.side),
    }
    return pl.DataFrame(rows, _COLUMNS)
