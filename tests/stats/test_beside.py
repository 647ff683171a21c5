"""One pass over everybody's rows gives the same rates as one over the player's and one over the pool's."""

from __future__ import annotations

from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from histparse.dealer import Settings, deal_hands
from histparse.stats import beside, catalogue, run
from histparse.store import Database
from histparse.writers import write_all
from tests.store.filling import BY_HAND, fill


@pytest.mark.parametrize("many", [False, True])
def test_one_pass_counts_what_two_count(tmp_path: Path, many: bool) -> None:
    file = tmp_path / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=150, seed=4, hero="Hero", stacks=(2, 20)))), encoding="utf-8")
    with Database(":memory:") as database:
        fill(database, [file] if many else [BY_HAND / "by_hand_heads_up_snow.txt"])
        player = "Hero" if many else "Katja72"
        pairs = beside(database, catalogue().values(), player)
        assert not many or {"vpip", "pat_rate", "river_matrix", "wtsd"} <= pairs.keys()
        assert "net" not in pairs
        for name, (own, pool) in pairs.items():
            assert_frame_equal(own, run(database, name, player))
            assert_frame_equal(pool, run(database, name))


def test_a_hostile_name_is_only_a_value() -> None:
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_heads_up_snow.txt"])
        for name in ("'; DROP TABLE hands; --", "own", "others", "\x1b[31m"):
            assert all(own.is_empty() for own, _ in beside(database, catalogue().values(), name).values())
        assert database.connection.execute("SELECT count(*) FROM hands").fetchall() == [(1,)]
