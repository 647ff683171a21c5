"""Each difference is told once, slices with what they are of, and only players who play differently are claimed to."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import polars as pl
import pytest
from msgspec import Struct
from msgspec.structs import replace

from histparse.report import gather
from histparse.report.differences import where_they_differ
from histparse.report.model import Estimates
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import Filters, Statistic, catalogue, compare_players
from histparse.stats.filter_views import Labels, prepare_queries
from histparse.stats.run import ALL, fill_parameters, run_statistic_query
from histparse.stats.significance import RatePair, are_beyond_chance, difference_p_value, prove_claims
from histparse.stats.versus_others import COUNTS, PARTS
from histparse.store import Database
from histparse.system.streams import as_frame
from tests.stats.dealing import database_of_hands

WITH_SENTENCE = {name: statistic for name, statistic in catalogue().items() if statistic.sentence}
SLICES = [statistic for statistic in WITH_SENTENCE.values() if statistic.within]


class RateOfCounts(Struct, frozen=True):
    """A rate with counts of its own."""

    statistic: Statistic
    key: Mapping[str, Any]
    pair: RatePair


def rate_of_counts(name: str, made: int, n: int, key: Mapping[str, Any] | None = None, p: float = 1e-9) -> RateOfCounts:
    return RateOfCounts(catalogue()[name], key or {}, RatePair(made, n, n * 4, n * 10, p))


def test_what_the_same_counts_say_is_told_once() -> None:
    """The three headlines of one player."""
    last = {"draw": 3}
    claims = prove_claims(
        [
            rate_of_counts("pat_rate", 274, 946, last),
            rate_of_counts("draw_frequency", 274, 946, {**last, "drawn": 0}),
            rate_of_counts("pat_behind_drawing", 90, 400, last),
            rate_of_counts("pat_first_to_draw", 40, 400, last),
            rate_of_counts("pat_rate", 100, 946, {"draw": 2}),
        ]
    )
    assert [claim.main_rate.key for claim in claims] == [{"draw": 2}, last]
    assert [rate.statistic.name for rate in claims[1].equal] == ["pat_rate", "draw_frequency"]
    assert [rate.statistic.name for rate in claims[1].slices] == ["pat_first_to_draw", "pat_behind_drawing"]


def test_a_slice_that_differs_the_other_way_or_alone_is_told_for_itself() -> None:
    last = {"draw": 3}
    slice_ = rate_of_counts("pat_behind_pat", 300, 400, last)
    whole = rate_of_counts("pat_rate", 274, 946, last)
    assert {claim.main_rate.statistic.name for claim in prove_claims([whole, slice_])} == {"pat_rate", "pat_behind_pat"}
    unsure = rate_of_counts("pat_rate", 274, 946, last, p=0.9)
    assert [claim.main_rate.statistic.name for claim in prove_claims([unsure, slice_])] == ["pat_behind_pat"]


def test_equal_counts_and_their_complements_are_one_test() -> None:
    """Of two tests 0.03 is too much for the first to be sure; if the other is the same, there is but one."""
    rate, complement = RatePair(30, 100, 200, 500, 0.03), RatePair(70, 100, 300, 500, 0.03)
    different = RatePair(40, 100, 200, 500, 0.9)
    assert are_beyond_chance([rate, complement]) == [True, True]
    assert are_beyond_chance([rate, complement, different]) == [False, False, False]


@pytest.mark.nightly
def test_a_slice_has_the_outcome_of_the_whole_in_some_of_its_opportunities() -> None:
    """Both as their own queries list them, by hand, seat and the columns of the whole."""
    with database_of_hands(deal_hands(Settings(hands=150, seed=8))) as database:
        prepare_queries(database, [statistic.sql for statistic in WITH_SENTENCE.values()], None, Filters())
        assert len(SLICES) >= 7
        for statistic in SLICES:
            part, whole = (_listed(database, statistic) for statistic in (statistic, WITH_SENTENCE[statistic.within]))
            assert part
            assert all(whole[key] == outcomes for key, outcomes in part.items()), statistic.name
            assert len(part) < len(whole)


def _listed(database: Database, statistic: Statistic) -> dict[tuple[object, ...], list[bool]]:
    rows = as_frame(database.connection.sql(str(statistic.listed_rows_sql)))
    if "opportunity" in rows.columns:
        rows = rows.filter(pl.col("opportunity"))
    keys = [name for name in ("hand_key", "seat", "draw") if name in rows.columns]
    outcomes: dict[tuple[object, ...], list[bool]] = defaultdict(list)
    for *key, is_made in rows.select(*keys, "is_made").rows():
        outcomes[tuple(key)].append(is_made)
    return outcomes


# -- players of random seats, and planted styles ---------------------------------------------------------------

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HANDS, PLAYERS = (12_000, 400) if SOAK else (1_200, 60)
RANDOM = f"((hash(hand_key) // {PARTS} + 37 * seat::UINTEGER) % {PLAYERS})"
"""A player by hand and seat: nobody has two seats of a hand, and every seat is anybody's."""
BY_PLAYER = """
    SELECT * EXCLUDE (label, done, chances, rate, low, high), label % {players} AS own, label // {players} AS part,
        done, chances
    FROM ({sql})
"""


@pytest.fixture(scope="module")
def dealt() -> Iterator[Database]:
    with database_of_hands(deal_hands(Settings(hands=HANDS, seed=31, hero=None))) as database:
        yield database


def of_random_seats(database: Database) -> dict[int, list[RatePair]]:
    """All rates of every such player beside those of all others; each statistic is asked once for all of them."""
    pairs: dict[int, list[RatePair]] = defaultdict(list)
    label = f"(hash(hand_key) % {PARTS} * {PLAYERS} + {RANDOM})::UINTEGER"
    queries = [BY_PLAYER, *(statistic.sql for statistic in WITH_SENTENCE.values())]
    prepare_queries(database, queries, None, ALL, labels=Labels(label, {}))
    for statistic in WITH_SENTENCE.values():
        sql = BY_PLAYER.format(sql=statistic.sql.rstrip(";"), players=PLAYERS)
        rows = run_statistic_query(database, replace(statistic, sql=sql), fill_parameters(statistic, {}))
        for _, of_row in rows.group_by(rows.columns[: -len(COUNTS)] or pl.lit(0)):
            counts = np.zeros((PLAYERS, PARTS, 2), np.int64)
            counts[of_row["own"].to_numpy(), of_row["part"].to_numpy()] = of_row.select("done", "chances").to_numpy()
            for player, own_counts in enumerate(counts):
                other_counts = counts.sum(0) - own_counts
                (made, n), (others_made, others_n) = own_counts.sum(0).tolist(), other_counts.sum(0).tolist()
                pairs[player].append(
                    RatePair(made, n, others_made, others_n, difference_p_value(own_counts, other_counts))
                )
    return pairs


@pytest.mark.nightly
def test_of_players_who_are_the_pool_hardly_one_is_claimed_to_differ(dealt: Database) -> None:
    pairs = of_random_seats(dealt)
    assert len(pairs) == PLAYERS
    assert np.mean([sum(pair.has_enough_chances for pair in tested) for tested in pairs.values()]) > 15
    claimed = [player for player, tested in pairs.items() if any(are_beyond_chance(tested))]
    assert len(claimed) <= PLAYERS / 20


@pytest.fixture(scope="module")
def planted() -> Iterator[Database]:
    """Six who play alike, but for one who comes in with nearly everything."""
    regulars = {**dict.fromkeys(("Ann", "Bob", "Cem", "Dee", "Eve"), Style()), "Loose": Style(loose=0.9)}
    settings = Settings(hands=400, seed=32, hero=None, players=(6, 6), stacks=(200, 200), regulars=regulars, table="T")
    with database_of_hands(deal_hands(settings)) as database:
        yield database


@pytest.mark.nightly
def test_a_real_difference_is_claimed(planted: Database) -> None:
    claims = [
        difference.claim
        for difference in where_they_differ(gather(planted, "Loose", lists=False, estimates=Estimates.NONE), 100)
    ]
    assert "puts chips into the pot before the first draw more often than opponents" in claims
    differing = compare_players(planted, "Ann", "Loose").filter(differs="*")
    assert "vpip" in differing["statistic"].to_list()


@pytest.mark.nightly
def test_players_alike_do_not_differ(planted: Database) -> None:
    assert set(compare_players(planted, "Bob", "Cem")["differs"]) == {""}
