"""Only players who play differently are claimed to: players of random seats, and planted styles."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from histparse.report import gather
from histparse.report.differences import where_they_differ
from histparse.report.model import Estimates
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import catalogue, compare_players
from histparse.stats.filter_views import Labels, prepare_queries
from histparse.stats.run import ALL, fill_parameters, run_statistic_query
from histparse.stats.significance import RatePair, are_beyond_chance, difference_p_value
from histparse.stats.versus_others import COUNTS, PARTS
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import fill

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HANDS, PLAYERS = (12_000, 400) if SOAK else (1_200, 60)
WITH_SENTENCE = [statistic for statistic in catalogue().values() if statistic.sentence]
RANDOM = f"((hash(hand_key) // {PARTS} + 37 * seat::UINTEGER) % {PLAYERS})"
"""A player by hand and seat: nobody has two seats of a hand, and every seat is anybody's."""
BY_PLAYER = """
    SELECT * EXCLUDE (label, done, chances, rate, low, high), label % {players} AS own, label // {players} AS part,
        done, chances
    FROM ({sql})
"""


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    file = tmp_path_factory.mktemp("dealt") / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=HANDS, seed=31, hero=None))), encoding="utf-8")
    with Database(":memory:") as made:
        assert fill(made, [file]).stored == HANDS
        yield made


def of_random_seats(database: Database) -> dict[int, list[RatePair]]:
    """All rates of every such player beside those of all others; each statistic is asked once for all of them."""
    pairs: dict[int, list[RatePair]] = defaultdict(list)
    label = f"(hash(hand_key) % {PARTS} * {PLAYERS} + {RANDOM})::UINTEGER"
    prepare_queries(
        database, [BY_PLAYER, *(statistic.sql for statistic in WITH_SENTENCE)], None, ALL, labels=Labels(label, {})
    )
    for statistic in WITH_SENTENCE:
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
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Six who play alike, but for one who comes in with nearly everything."""
    alike = {name: Style() for name in ("Ann", "Bob", "Cem", "Dee", "Eve")}
    regulars = {**alike, "Loose": Style(loose=0.9)}
    settings = Settings(hands=400, seed=32, hero=None, players=(6, 6), stacks=(200, 200), regulars=regulars, table="T")
    file = tmp_path_factory.mktemp("planted") / "dealt.txt"
    file.write_text(write_all(deal_hands(settings)), encoding="utf-8")
    with Database(":memory:") as made:
        assert fill(made, [file]).stored == 400
        yield made


@pytest.mark.nightly
def test_a_real_difference_is_claimed(planted: Database) -> None:
    claims = [
        difference.claim
        for difference in where_they_differ(gather(planted, "Loose", lists=False, estimates=Estimates.NONE), 100)
    ]
    assert "puts chips into the pot before the first draw more often than opponents" in claims
    differing = compare_players(planted, "Ann", "Loose").filter(pl.col("differs") == "*")
    assert "vpip" in differing["statistic"].to_list()


@pytest.mark.nightly
def test_players_alike_do_not_differ(planted: Database) -> None:
    assert set(compare_players(planted, "Bob", "Cem")["differs"]) == {""}
