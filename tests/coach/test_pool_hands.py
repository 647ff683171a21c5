"""What a pool holds on the river: the hands shown, corrected for those folded, and a river solved with them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from histparse.api.rivers import solve_river
from histparse.api.store import Store
from histparse.coach.ranges import FOLDED, pool_hands_and_folds
from histparse.model.cards import parse_cards
from histparse.model.errors import HistparseError
from histparse.odds.card_sets import cards_to_mask, hand_rank_numbers
from histparse.store import Database
from tests.coach.planted import SOUND, fill_with

ENDS = """
    SELECT
        count(*) FILTER (folded_in IS NOT NULL) / count(*),
        count(*) FILTER (folded_in IS NULL AND number IS NOT NULL)
    FROM draws JOIN seats USING (hand_key, seat)
    WHERE draw = 3 AND drawers = 2 AND drawn = 1
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("pool") / "poker.duckdb"
    with Database(path) as database:
        fill_with(database, SOUND, 150)
    with Database(path, read_only=True) as database:
        yield database


@pytest.mark.nightly
def test_hands_shown_are_held_by_those_who_did_not_fold(pool: Database) -> None:
    shown, folded = pool_hands_and_folds(pool, 1, 1)
    ((folding_rate, hands),) = pool.connection.execute(ENDS).fetchall()
    assert hands > 10
    assert folded.numbers.tolist() == [FOLDED]
    assert folded.weight[0] == pytest.approx(folding_rate, abs=0.2)  # it is by what the opponent drew, too
    assert shown.weight.sum() == pytest.approx(1 - folded.weight[0])
    sample = np.random.default_rng(1).choice(len(shown.cards), 200)
    assert (hand_rank_numbers(shown.cards[sample]) == shown.numbers[sample]).all()


@pytest.mark.nightly
def test_dead_cards_are_not_held(pool: Database) -> None:
    dead = cards_to_mask(parse_cards("2c 2d 2h"))
    (all_hands, _), (unblocked, _) = pool_hands_and_folds(pool, 1, 1), pool_hands_and_folds(pool, 1, 1, dead)
    assert (unblocked.cards & dead == 0).all()
    assert 0 < unblocked.weight.sum() < all_hands.weight.sum()


def test_a_river_against_a_pool(pool: Database) -> None:
    river = solve_river("pat 8-", "pool 1", pot=6, pool=pool.path)
    opening, answer = river.spots[0], next(spot for spot in river.spots if spot.after == ["bet"])
    assert river.exploitable <= 0.0001
    assert answer.hands[-1].ranks == "folded"
    assert answer.hands[-1].acts["fold"] > 0.9
    assert 0 < answer.hands[-1].held < 1
    assert sum(hand.held for hand in opening.hands) == pytest.approx(1)
    assert river.values[0] > 4


def test_nobody_showed_such_a_hand() -> None:
    with (
        Store() as store,
        pytest.raises(HistparseError, match="no hand is shown of players who stood pat with one opponent left"),
    ):
        solve_river("pool pat", "2347", pot=6, pool=store)
