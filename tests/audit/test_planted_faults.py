"""Audits of the deal find faults that were dealt on purpose, and as often as they say they would."""

from __future__ import annotations

import numpy as np
import pytest

from histparse.audit.dealt import RANK_NAMES
from histparse.audit.first_five import measure_equal_frequency
from tests.audit.faults import FAULTS, run_tests

HANDS_NEEDED = {
    "deuces 0.9 times as ready to come as other cards": 20_000,
    "clubs 0.95 times as ready to come as other cards": 10_000,
}


@pytest.mark.nightly(1)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_its_test(fault: str) -> None:
    planted, name = FAULTS[fault]
    alarms = run_tests(planted, HANDS_NEEDED.get(fault, 5_000), seed=7).filter("found")
    assert name in alarms["test"].to_list()


@pytest.mark.parametrize("level", [0.05, 0.003])
def test_the_power_that_is_told_is_that_of_simulated_hands(level: float) -> None:
    """Ranks of five cards from decks whose deuces come more seldom; a race of cards deals with unequal chances."""
    random, hands, sets = np.random.default_rng(5), 2_000, 150
    speed = np.array([0.85] * 4 + [1.0] * 48)
    is_found, deuces = [], 0.0
    for _ in range(sets):
        first = np.argpartition(random.exponential(size=(hands, 52)) / speed, 5, axis=1)[:, :5]
        rank_counts = np.bincount(first.ravel() // 4, minlength=13)
        deuces += rank_counts[0] / (hands * 5 / 13) / sets
        is_found.append(measure_equal_frequency(rank_counts, hands, RANK_NAMES).p <= level)
    power = measure_equal_frequency(np.full(13, hands * 5 / 13), hands, RANK_NAMES).power(hands, level, 1 - deuces)
    assert np.mean(is_found) == pytest.approx(power, abs=3 * np.sqrt(power * (1 - power) / sets))
