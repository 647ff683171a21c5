"""Audit: pairs of players who do for each other what strangers do not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from msgspec import Struct
from scipy.stats import false_discovery_control

from histparse.audit.chi_square import LEVEL
from histparse.audit.pairs_measured import WAYS, PairTest, measured, pair_test
from histparse.audit.play_tests import PLAY_TESTS
from histparse.stats import Filters, StatisticsError
from histparse.stats.run import ready
from histparse.store import Database
from histparse.system.resources import query
from histparse.system.streams import as_frame

MOST = 5
"""Hands that are named of a pair."""
_HANDS = """
    SELECT asked.first, asked.second, site || ':' || hand_id || ' ' || path || ':' || first_line AS hand
    FROM (
        SELECT hand_key, a.player AS acting, b.player AS other, x
        FROM audited_{}
        JOIN audited_players AS a ON a.id = first
        JOIN audited_players AS b ON b.id = second
    ) AS rows
    JOIN (SELECT unnest($first) AS first, unnest($second) AS second, unnest($by) AS actor) AS asked
        ON least(acting, other) = asked.first AND greatest(acting, other) = asked.second
    JOIN hands USING (hand_key)
    WHERE actor IS NULL OR actor = acting
    QUALIFY row_number() OVER (PARTITION BY asked.first, asked.second ORDER BY x {}, hand_key, acting) <= $most
    ORDER BY asked.first, asked.second, x {}, hand_key, acting
"""


def evidence(database: Database, told: pl.DataFrame) -> pl.DataFrame:
    """Hands of each pair that was found, the strongest first, with the tables of `pairs_measured`."""
    hands = [pl.DataFrame(schema={"first": pl.String, "second": pl.String, "hand": pl.String})]
    for (name, is_more), pairs in told.filter("found").group_by("test", pl.col("z") > 0, maintain_order=True):
        order = "DESC" if is_more else "ASC"
        asked = {column: pairs[column].to_list() for column in ("first", "second", "by")}
        sql = _HANDS.format(name, order, order)
        hands.append(as_frame(database.connection.sql(sql, params=asked | {"most": MOST})))
    return pl.concat(hands).group_by("first", "second", maintain_order=True).agg(pl.col("hand").alias("evidence"))


LEAST = 100
"""Fewer hands together name nobody."""
STEPS = 10
"""So often, at most, pairs that are found are set aside, and the others looked at again."""
_PLAYERS = """
    CREATE OR REPLACE TEMP TABLE audited_players AS
    SELECT player, (row_number() OVER (ORDER BY player) - 1)::INTEGER AS id
    FROM (SELECT DISTINCT player FROM chosen_seats)
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
    "evidence",
)
"""`by`: whose acts they are, null = of both; `met`: opportunities of the clearest test; `done`: how often it was done,
and by what both do with others it were `likely`, if that can be counted; `p` of the pair, for all tests; `q` by
Benjamini and Hochberg."""


class PlayAudit(Struct, frozen=True):
    """What was found of pairs."""

    players: int
    judged: int
    """Pairs with enough hands together."""
    pairs: pl.DataFrame
    """A row for each of them, the clearest first; see `COLUMNS`."""

    @property
    def found(self) -> int:
        """How many pairs do what chance does not explain."""
        return int(self.pairs["found"].sum())


def audit_play(database: Database, filters: Filters) -> PlayAudit:
    """The audit of all pairs in the hands that pass the filters. Raises StatisticsError for filters of players."""
    if filters.narrows_seats:
        raise StatisticsError(
            "an audit of play needs all players of a hand: leave out filters of players and their cards"
        )
    pairs = query("audit/pairs")
    ready(database, [pairs, _PLAYERS], None, filters, tells_apart=True)
    database.connection.execute(_PLAYERS)
    queries = {name: query(f"audit/play/{name}") for name in PLAY_TESTS}
    ready(database, [*queries.values(), pairs], None, filters, tells_apart=True)
    together = as_frame(database.connection.sql(pairs, params={"least": LEAST}))
    names = as_frame(database.connection.sql("SELECT player FROM audited_players ORDER BY id"))["player"]
    hands = together.select(pl.col("a").cast(pl.Int64) * len(names) + pl.col("b"), "hands").rename({"a": "pair"})
    tests = [pair_test(database, name, queries[name], len(names)) for name in PLAY_TESTS]
    told = _stepwise(tests, names, hands).join(_words(), "test", "left", maintain_order="left")
    shown = evidence(database, told)
    told = told.join(shown, ["first", "second"], "left", maintain_order="left")
    return PlayAudit(len(names), len(told), told.select(*COLUMNS))


def _stepwise(tests: Sequence[PairTest], names: pl.Series, hands: pl.DataFrame) -> pl.DataFrame:
    """The pairs that are found, the clearest first: what they do together then says nothing of them with others."""
    aside: set[int] = set()
    for _ in range(STEPS):
        judged = hands["pair"].to_numpy()
        rows = pl.concat(measured(test, names, judged, sorted(aside)) for test in tests)
        told = _corrected(rows.join(hands, "pair", maintain_order="left"), tests)
        clearest = _apart(told.filter("found", ~pl.col("pair").is_in(sorted(aside))))
        aside |= clearest
        if not clearest:
            break
    return told


def _apart(found: pl.DataFrame) -> set[int]:
    """The clearest of pairs that share a player: the others may be found because of it."""
    pairs, players = set[int](), set[str]()
    for first, second, pair in found.select("first", "second", "pair").iter_rows():
        if not players & {first, second}:
            pairs.add(pair)
        players |= {first, second}
    return pairs


def _corrected(every: pl.DataFrame, tests: Sequence[PairTest]) -> pl.DataFrame:
    """Each pair by its clearest test, corrected for the tests and for the pairs."""
    tries = sum(1 if test.sign else WAYS for test in tests)
    by_p = every.sort("p", "first", "second", "test", "by")
    clearest = by_p.unique(["first", "second"], keep="first", maintain_order=True)
    p = np.minimum(1, clearest["p"].to_numpy() * tries)
    q = false_discovery_control(p) if len(p) else p
    return clearest.with_columns(pl.Series("p", p), pl.Series("q", q), pl.Series("found", q <= LEVEL))


def _words() -> pl.DataFrame:
    """What each test is about, and what else explains it."""
    rows = [
        {"test": name, "title": test.title, "about": test.about, "unit": test.unit, "explains": test.explains}
        for name, test in PLAY_TESTS.items()
    ]
    return pl.DataFrame(rows)
