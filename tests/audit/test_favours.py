"""Partners do what their favours say, and each favour alone is found by the test that is there for it."""

from __future__ import annotations

import pytest

from histparse import Store
from tests.audit.pairs_found import favoured
from tests.audit.tables import innocents, pairs
from tests.dealer.habits import Favour

EXPECTED_TESTS = {
    Favour.FOLD: ("folds", 5, 2),
    Favour.SPARE: ("raises", 17, 1),
    Favour.CHECK: ("bets", 17, 1),
    Favour.DUMP: ("dumping", 17, 1),
    Favour.STEP: ("in_step", 5, 2),
    Favour.SQUEEZE: ("whipsaw", 5, 2),
}
"""The test, sessions together, and how many pairs there are."""
AVOIDED_ACTS = {
    Favour.FOLD: "to_call > 0 AND aggressor = mate AND action <> 'fold'",
    Favour.SPARE: "to_call > 0 AND aggressor = mate AND action = 'raise'",
    Favour.CHECK: "to_call = 0 AND live = 2 AND NOT is_gone AND action = 'bet'",
    Favour.DUMP: "round = 3 AND live = 2 AND NOT is_gone AND action IN ('call', 'bet', 'raise')",
}
"""What is never done by somebody who takes every chance for a favour."""
COUNT_ACTS = """
    WITH acts AS (SELECT *, replace(player, 'First', 'Second') AS mate FROM decisions WHERE player LIKE 'First%'),
    gone AS (
        SELECT hand_key, player AS mate, bool_or(action = 'fold') AS is_gone FROM decisions GROUP BY hand_key, player
    )
    SELECT count(*) AS n, count(*) FILTER ({}) AS broken FROM acts JOIN gone USING (hand_key, mate)
"""


@pytest.mark.nightly
@pytest.mark.parametrize("favour", EXPECTED_TESTS)
def test_a_favour_alone_is_found_by_its_test(favour: Favour) -> None:
    """All pairs, if they take every chance; of others who are found along with them, one of twenty is expected."""
    test, shared_sessions, number = EXPECTED_TESTS[favour]
    found_counts = favoured(favour, 1.0, shared_sessions, number, seed=3, both=favour is not Favour.FOLD)
    assert found_counts.pop("others", 0) <= 1
    assert found_counts == {test: number}


@pytest.mark.nightly
@pytest.mark.parametrize("favour", AVOIDED_ACTS)
def test_partners_do_what_they_are_there_for(favour: Favour) -> None:
    """The same is done to others, or by those who take no chance."""
    acts = []
    for chance_taken in (1.0, 0.0):
        with Store() as store:
            store.import_text(pairs(favour, chance_taken, 4, 1, seed=3, both=False))
            acts += store.query(COUNT_ACTS.format(AVOIDED_ACTS[favour])).to_dicts()
    partners_acts, strangers_acts = acts
    assert partners_acts["n"] > 100
    assert partners_acts["broken"] == 0 < strangers_acts["broken"]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 20))])
def test_friends_families_and_short_stays_are_not_found(seed: int) -> None:
    with Store() as store:
        store.import_text(innocents(30, seed))
        audit = store.audit_play()
    assert audit.judged > 50
    assert audit.found == 0
