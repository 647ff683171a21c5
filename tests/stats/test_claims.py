"""Each difference is told once: equal counts are one, and slices stand with what they are of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from msgspec import Struct

from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, Statistic, catalogue
from histparse.stats.filter_views import prepare_queries
from histparse.stats.significance import RatePair, are_beyond_chance, prove_claims
from histparse.store import Database
from histparse.system.streams import as_frame
from tests.dealer.writing import write_all
from tests.store.filling import fill

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
def test_a_slice_has_the_outcome_of_the_whole_in_some_of_its_opportunities(tmp_path: Path) -> None:
    """Both as their own queries list them, by hand, seat and the columns of the whole."""
    (tmp_path / "dealt.txt").write_text(write_all(deal_hands(Settings(hands=150, seed=8))), encoding="utf-8")
    with Database(":memory:") as database:
        fill(database, [tmp_path / "dealt.txt"])
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
    for *key, taken in rows.select(*keys, "taken").rows():
        outcomes[tuple(key)].append(taken)
    return outcomes
