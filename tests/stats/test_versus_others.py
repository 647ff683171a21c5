"""One pass over everybody's rows gives the same rates as one over the player's and one over those of the others."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest
from polars.testing import assert_frame_equal

from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, catalogue, compare_rates_with_others, run_statistics
from histparse.store import Database
from tests.stats.dealing import database_of_files, database_of_hands
from tests.store.filling import BY_HAND

WITH_SENTENCE = [statistic for statistic in catalogue().values() if statistic.sentence]
"""Their rows stand in the same order too."""


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(
    ("player", "hands"),
    [
        ("Katja72", database_of_files(BY_HAND / "by_hand_heads_up_snow.txt")),
        ("Hero", database_of_hands(deal_hands(Settings(hands=150, seed=4, hero="Hero", stacks=(2, 20))))),
    ],
    ids=["one hand", "many hands"],
)
def test_one_pass_counts_what_two_count(player: str, hands: AbstractContextManager[Database]) -> None:
    with hands as database:
        pairs = compare_rates_with_others(database, catalogue().values(), player)
        assert {"vpip", "pat_rate", "river_unbet", "river_facing_bet", "wtsd"} <= pairs.keys()
        assert "net" not in pairs
        statistics = [catalogue()[name] for name in pairs]
        player_rows, other_rows = (
            run_statistics(database, statistics, player),
            run_statistics(database, statistics, None, Filters(but=player)),
        )
        for statistic, pair, player_frame, other_frame in zip(
            statistics, pairs.values(), player_rows, other_rows, strict=True
        ):
            assert_frame_equal(pair.own, player_frame, check_row_order=statistic in WITH_SENTENCE)
            assert_frame_equal(pair.others, other_frame, check_row_order=statistic in WITH_SENTENCE)


@pytest.mark.nightly
def test_a_rival_is_counted_beside_a_player() -> None:
    with database_of_hands(deal_hands(Settings(hands=60, seed=4, hero="Hero"))) as database:
        query = "SELECT player FROM seats WHERE player <> 'Hero' GROUP BY player ORDER BY count(*) DESC LIMIT 1"
        ((rival,),) = database.connection.execute(query).fetchall()
        filters = Filters(position="BB")
        pairs = compare_rates_with_others(database, WITH_SENTENCE, "Hero", rival, filters)
        statistics = [catalogue()[name] for name in pairs]
        player_rows, rival_rows = (run_statistics(database, statistics, player, filters) for player in ("Hero", rival))
        for pair, player_frame, rival_frame in zip(pairs.values(), player_rows, rival_rows, strict=True):
            assert_frame_equal(pair.own, player_frame)
            assert_frame_equal(pair.others, rival_frame)


@pytest.mark.nightly
def test_a_hostile_name_is_only_a_value() -> None:
    with database_of_files(BY_HAND / "by_hand_heads_up_snow.txt") as database:
        for name in ("'; DROP TABLE hands; --", "own", "others", "\x1b[31m"):
            pairs = compare_rates_with_others(database, catalogue().values(), name, "\x1b[31m'")
            assert all(pair.own.is_empty() and pair.others.is_empty() for pair in pairs.values())
        assert database.connection.execute("SELECT count(*) FROM hands").fetchall() == [(1,)]
