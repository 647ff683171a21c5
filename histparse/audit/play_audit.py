"""Audit: pairs of players who do for each other what strangers do not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.audit.chi_square import LEVEL
from histparse.audit.play_tests import (
    PLAY_TESTS,
    WAYS,
    PairTest,
    delete_left_out_and_recount,
    measure_pairs,
    prepare_pair_test,
)
from histparse.stats import Filters, StatisticsError
from histparse.stats.filter_views import prepare_queries
from histparse.store import Database
from histparse.system import late
from histparse.system.files import query_text
from histparse.system.streams import as_frame

MOST = 5
"""Hands that are named of a pair."""
_HANDS = """
    SELECT chosen.first, chosen.second, site || ':' || hand_id || ' ' || path || ':' || first_line AS hand
    FROM (
        SELECT hand_key, a.player AS acting, b.player AS other, x
        FROM audited_{}
        JOIN audited_players AS a ON a.id = first
        JOIN audited_players AS b ON b.id = second
    ) AS rows
    JOIN (SELECT unnest($first) AS first, unnest($second) AS second, unnest($by) AS actor) AS chosen
        ON least(acting, other) = chosen.first AND greatest(acting, other) = chosen.second
    JOIN hands USING (hand_key)
    WHERE actor IS NULL OR actor = acting
    QUALIFY row_number() OVER (PARTITION BY chosen.first, chosen.second ORDER BY x {}, hand_key, acting) <= $most
    ORDER BY chosen.first, chosen.second, x {}, hand_key, acting
"""


def list_hands_of_proven_pairs(database: Database, outcomes: pl.DataFrame) -> pl.DataFrame:
    """Hands of each pair that was found, the strongest first, with the tables of `play_tests`."""
    hands = [pl.DataFrame(schema={"first": pl.String, "second": pl.String, "hand": pl.String})]
    for (name, is_more), pairs in outcomes.filter("found").group_by("test", pl.col("z") > 0, maintain_order=True):
        order = "DESC" if is_more else "ASC"
        parameters = {column: pairs[column].to_list() for column in ("first", "second", "by")}
        sql = _HANDS.format(name, order, order)
        hands.append(as_frame(database.connection.sql(sql, params=parameters | {"most": MOST})))
    return pl.concat(hands).group_by("first", "second", maintain_order=True).agg(pl.col("hand").alias("evidence"))


OutcomesAndJudgedCount = tuple[pl.DataFrame, int]
LEAST = 100
"""Fewer hands together name nobody."""
STEPS = 10
"""So often, at most, pairs are named, and the others looked at again without their hands."""
_PLAYERS = """
    CREATE OR REPLACE TEMP TABLE audited_players AS
    SELECT player, (row_number() OVER (ORDER BY player) - 1)::INTEGER AS id
    FROM (SELECT DISTINCT player FROM chosen_seats);
    CREATE OR REPLACE TEMP TABLE audited_seats AS
    SELECT DISTINCT hand_key, id FROM chosen_seats JOIN audited_players USING (player);
    CREATE OR REPLACE TEMP TABLE audited_left_out (hand_key BIGINT)
"""
_SHARED_HANDS = """
    SELECT one.id::BIGINT * $players + two.id AS pair, list(hand_key) AS shared
    FROM audited_seats AS one JOIN audited_seats AS two USING (hand_key)
    WHERE one.id < two.id AND list_contains($pairs, one.id::BIGINT * $players + two.id)
    GROUP BY pair
"""
_LOST = """
    SELECT one.id::BIGINT * $players + two.id AS pair, count(*) AS lost
    FROM audited_seats AS one JOIN audited_seats AS two USING (hand_key)
    WHERE one.id < two.id AND hand_key IN (FROM audited_left_out)
    GROUP BY pair
"""
COLUMNS = (
    "first",
    "second",
    "hands",
    "test",
    "title",
    "by",
    "met",
    "unit",
    "done",
    "likely",
    "observed",
    "expected",
    "z",
    "p",
    "q",
    "found",
    "about",
    "explains",
    "hours",
    "shared",
    "any_two",
    "evidence",
)
"""`by`: whose acts they are, null = of both; `met`: opportunities of the clearest test; `done`: how often it was done,
and by what both do with others it were `likely`, if that can be counted; `p` of the pair, for all tests; `q` by
Benjamini and Hochberg. Of pairs that are found: the `hours` in which both played where there were two tables, in how
many they `shared` one, and in how many `any_two` would have: company accuses nobody."""


class PlayAudit(Struct, frozen=True):
    """The outcome of an audit of pairs of players."""

    players: int
    judged: int
    """Pairs with enough hands together."""
    pairs: pl.DataFrame
    """A row for each of them, the clearest first; see `COLUMNS`."""

    @property
    def found(self) -> int:
        """The number of pairs that do what chance does not explain."""
        return int(self.pairs["found"].sum())


def audit_play(database: Database, filters: Filters) -> PlayAudit:
    """The audit of all pairs in the hands that pass the filters. Raises StatisticsError for filters of players."""
    if filters.narrows_seats:
        raise StatisticsError(
            "an audit of play needs all players of a hand: leave out filters of players and their cards"
        )
    sittings, pairs = query_text("audit/sittings"), query_text("audit/pairs")
    queries = {name: query_text(f"audit/play/{name}") for name in PLAY_TESTS}
    connection = database.connection
    prepare_queries(database, [_PLAYERS, sittings], None, filters, distinguishes_players=True)
    connection.execute(_PLAYERS)
    connection.execute(sittings)
    prepare_queries(database, queries.values(), None, filters, distinguishes_players=True)
    names = as_frame(connection.sql("SELECT player FROM audited_players ORDER BY id"))["player"]
    shared_hands = as_frame(connection.sql(pairs, params={"least": LEAST}))
    hands = shared_hands.select(pl.col("a").cast(pl.Int64) * len(names) + pl.col("b"), "hands").rename({"a": "pair"})
    tests = [prepare_pair_test(database, name, queries[name], len(names)) for name in PLAY_TESTS]
    outcomes, judged = _judge_leaving_out_named_pairs(database, tests, names, hands)
    outcomes = outcomes.join(_test_descriptions(), "test", "left", maintain_order="left")
    for shown in (
        _hours_shared_by_named_pairs(database, names, outcomes),
        list_hands_of_proven_pairs(database, outcomes),
    ):
        outcomes = outcomes.join(shown, ["first", "second"], "left", maintain_order="left")
    return PlayAudit(len(names), judged, outcomes.select(*COLUMNS))


def _judge_leaving_out_named_pairs(
    database: Database, tests: Sequence[PairTest], names: pl.Series, all_hands: pl.DataFrame
) -> OutcomesAndJudgedCount:
    """The pairs, the clearest first, and how many were judged before hands were left out.

    The hands that a pair plays together say nothing of anybody else once it is named: the others are judged without.
    """
    named, rows_of_named, hands, number = list[int](), list[pl.DataFrame](), all_hands, 0
    for _ in range(STEPS):
        judged = hands.filter(pl.col("hands") >= LEAST, ~pl.col("pair").is_in(named))
        rows = pl.concat(measure_pairs(test, names, judged["pair"].to_numpy(), named) for test in tests)
        rows = pl.concat([rows.join(judged, "pair", maintain_order="left"), *rows_of_named])
        outcomes = _correct_clearest_outcome_of_each_pair(rows, tests)
        number = number or len(outcomes)
        pairs_found = outcomes.filter("found", ~pl.col("pair").is_in(named))["pair"]
        if pairs_found.is_empty():
            break
        clearest = _leave_out_hands_and_list_clearest(database, pairs_found.to_list(), len(names))
        named += clearest
        rows_of_named.append(rows.filter(pl.col("pair").is_in(clearest)))
        lost = as_frame(database.connection.sql(_LOST, params={"players": len(names)}))
        left = pl.col("hands") - pl.col("lost").fill_null(0)
        hands = all_hands.join(lost, "pair", "left", maintain_order="left").select("pair", hands=left)
        tests = [delete_left_out_and_recount(database, test, named, len(names)) for test in tests]
    return outcomes.with_columns(pl.col("found") & pl.col("pair").is_in(named)), number


def _leave_out_hands_and_list_clearest(database: Database, pairs: Sequence[int], players: int) -> list[int]:
    """Leave out the hands of those pairs, the clearest first, that share no player and no hand with a clearer one."""
    rows = as_frame(database.connection.sql(_SHARED_HANDS, params={"pairs": [*pairs], "players": players}))
    shared = {pair: set(keys) for pair, keys in rows.iter_rows()}
    clearest, players_seen, hands_out = list[int](), set[int](), set[int]()
    for pair in pairs:
        if not (players_seen & set(divmod(pair, players)) or hands_out & shared[pair]):
            clearest.append(pair)
            hands_out |= shared[pair]
        players_seen |= set(divmod(pair, players))
    database.connection.execute("INSERT INTO audited_left_out SELECT unnest($hands)", {"hands": sorted(hands_out)})
    return clearest


def _correct_clearest_outcome_of_each_pair(rows: pl.DataFrame, tests: Sequence[PairTest]) -> pl.DataFrame:
    tries = sum(1 if test.sign else WAYS for test in tests)
    by_p = rows.sort("p", "first", "second", "test", "by")
    clearest = by_p.unique(["first", "second"], keep="first", maintain_order=True)
    p = np.minimum(1, clearest["p"].to_numpy() * tries)
    q = late.stats.false_discovery_control(p) if len(p) else p
    return clearest.with_columns(pl.Series("p", p), pl.Series("q", q), pl.Series("found", q <= LEVEL))


def _hours_shared_by_named_pairs(database: Database, names: pl.Series, outcomes: pl.DataFrame) -> pl.DataFrame:
    sql = query_text("audit/company") if outcomes["found"].any() else f"FROM ({query_text('audit/company')}) LIMIT 0"
    rows = as_frame(database.connection.sql(sql))
    first, second = (names.gather(rows[column].cast(pl.Int64)) for column in ("a", "b"))
    company = rows.select("hours", "shared", "any_two").with_columns(first=first, second=second)
    return company.join(outcomes.filter("found"), ["first", "second"], "semi")


def _test_descriptions() -> pl.DataFrame:
    rows = [
        {"test": name, "title": test.title, "about": test.about, "unit": test.unit, "explains": test.explains}
        for name, test in PLAY_TESTS.items()
    ]
    return pl.DataFrame(rows)
