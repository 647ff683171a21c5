"""Audit: pairs of players who do for each other what strangers do not."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import numpy as np
import polars as pl
from msgspec import Struct
from scipy.stats import false_discovery_control

from histparse.audit import play
from histparse.audit.encounters import chance, distances, encounters, widening
from histparse.audit.measured import LEVEL
from histparse.stats import Filters, StatisticsError
from histparse.stats.run import ready
from histparse.store import Database
from histparse.system.resources import query
from histparse.system.streams import as_frame

LEAST = 100
"""Fewer hands together name nobody."""
EVIDENCE = 5
"""Hands that are named of a pair."""
_PLAYERS = """
    CREATE OR REPLACE TEMP TABLE audited_players AS
    SELECT player, row_number() OVER (ORDER BY player) - 1 AS id FROM (SELECT DISTINCT player FROM chosen_seats)
"""
_HOLD = "CREATE OR REPLACE TEMP TABLE audited_{} AS {}"
_ROWS = """
    SELECT
        (hash(hands.stakes, hour(played_at)) % 1000000007)::INTEGER AS stratum,
        one.id::INTEGER AS a,
        two.id::INTEGER AS b,
        round(x, 9)::FLOAT AS x,
        w::FLOAT AS w
    FROM audited_{}
    JOIN hands USING (hand_key)
    JOIN audited_players AS one ON one.player = first
    JOIN audited_players AS two ON two.player = second
    ORDER BY stratum, hand_key, a, b
"""
_HANDS = """
    SELECT first, second, site || ':' || hand_id || ' ' || path || ':' || first_line AS hand
    FROM (
        SELECT * FROM audited_{}
        SEMI JOIN (SELECT unnest($first) AS first, unnest($second) AS second) AS found USING (first, second)
        QUALIFY row_number() OVER (PARTITION BY first, second ORDER BY x {}, hand_key) <= $most
    )
    JOIN hands USING (hand_key)
    ORDER BY first, second, x {}, hand_key
"""
COLUMNS = {
    "first": pl.String(),
    "second": pl.String(),
    "hands": pl.Int64(),
    "test": pl.String(),
    "met": pl.Int64(),
    "observed": pl.Float64(),
    "expected": pl.Float64(),
    "z": pl.Float64(),
    "p": pl.Float64(),
    "q": pl.Float64(),
    "found": pl.Boolean(),
    "about": pl.String(),
    "explains": pl.String(),
    "evidence": pl.List(pl.String()),
}
"""`met`: hands, or hours, of the clearest test; `p` of the pair, for all tests; `q` by Benjamini and Hochberg."""


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
    tests = modules()
    queries = {name: query(f"audit/play/{name}") for name in tests}
    pairs = query("audit/pairs")
    ready(database, [*queries.values(), pairs, _PLAYERS], None, filters)
    database.connection.execute(_PLAYERS)
    hands = as_frame(database.connection.sql(pairs, params={"least": LEAST}))
    names = as_frame(database.connection.sql("SELECT player FROM audited_players ORDER BY id"))["player"]
    found = [_measured(database, name, module, queries[name], names) for name, module in tests.items()]
    every = pl.concat(found).join(hands, on=["first", "second"], maintain_order="left")
    return PlayAudit(len(names), every.select("first", "second").n_unique(), _corrected(database, every, len(tests)))


def modules() -> dict[str, ModuleType]:
    """The tests by name."""
    return {one.name: import_module(f"{play.__name__}.{one.name}") for one in iter_modules(play.__path__)}


def _measured(database: Database, name: str, module: ModuleType, sql: str, names: pl.Series) -> pl.DataFrame:
    """A row for each pair that met often enough."""
    database.connection.execute(_HOLD.format(name, sql))
    met = encounters(as_frame(database.connection.sql(_ROWS.format(name))))
    if not met.w.any():
        return pl.DataFrame(schema=_MEASURED)
    far = distances(met, len(names), module.SIGN)
    width = widening(met, len(names), module.SIGN, module.SIDE)
    return pl.DataFrame(
        {
            "first": names.gather(far.a),
            "second": names.gather(far.b),
            "test": name,
            "met": far.n,
            "observed": far.observed,
            "expected": far.expected,
            "z": far.z,
            "p": chance(far.z, module.SIDE, width),
        },
        _MEASURED,
    )


_MEASURED = {name: COLUMNS[name] for name in ("first", "second", "test", "met", "observed", "expected", "z", "p")}


def _corrected(database: Database, every: pl.DataFrame, tests: int) -> pl.DataFrame:
    """Each pair by its clearest test, corrected for the tests and for the pairs, with hands to look at."""
    clearest = every.sort("p", "first", "second", "test").unique(["first", "second"], keep="first", maintain_order=True)
    p = np.minimum(1, clearest["p"].to_numpy() * tests)
    q = false_discovery_control(p) if len(p) else p
    told = clearest.with_columns(pl.Series("p", p), pl.Series("q", q), pl.Series("found", q <= LEVEL))
    for more, on in ((_words(), ["test"]), (_evidence(database, told), ["first", "second"])):
        told = told.join(more, on, "left", maintain_order="left")
    return told.select(*COLUMNS)


def _words() -> pl.DataFrame:
    """What each test is about, and what else explains it."""
    about = {
        name: str(module.__doc__).splitlines()[0].removeprefix("Audit, play: ").removesuffix(".")
        for name, module in modules().items()
    }
    explains = [module.EXPLAINS for module in modules().values()]
    return pl.DataFrame({"test": [*about], "about": [*about.values()], "explains": explains})


def _evidence(database: Database, told: pl.DataFrame) -> pl.DataFrame:
    """The hands that show most what was found of a pair, the strongest first."""
    hands = [pl.DataFrame(schema={"first": pl.String, "second": pl.String, "hand": pl.String})]
    for (name, is_more), pairs in told.filter("found").group_by("test", pl.col("z") > 0, maintain_order=True):
        order = "DESC" if is_more else "ASC"
        asked = {"first": pairs["first"].to_list(), "second": pairs["second"].to_list(), "most": EVIDENCE}
        hands.append(as_frame(database.connection.sql(_HANDS.format(name, order, order), params=asked)))
    return pl.concat(hands).group_by("first", "second", maintain_order=True).agg(pl.col("hand").alias("evidence"))
