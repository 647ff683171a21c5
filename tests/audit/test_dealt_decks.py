"""Audits of the deal find faults that were dealt on purpose, and nothing in 95 of 100 sets of hands from fair decks.

HISTPARSE_SOAK=1: in more sets.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from scipy.stats import binomtest, kstest

from histparse.audit.dealt import RANK_NAMES
from histparse.audit.first_five import measure_equal_frequency
from tests.audit.decks import FAIR
from tests.audit.faults import FAULTS, run_tests


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("hands", "sets"),
    [
        (500, 60),
        *(pytest.param(*size, marks=pytest.mark.soak) for size in ((1_000, 1_000), (10_000, 200), (100_000, 20))),
    ],
)
def test_fair_decks_are_found_fair(hands: int, sets: int) -> None:
    """Alarms in at most 5 % of sets, as far as so many tell; no test's p-values are smaller than chance makes them."""
    alarms, p_values = 0, defaultdict(list)
    for seed in range(sets):
        tests = run_tests(FAIR, hands, seed)
        alarms += bool(tests["found"].any())
        for name, p in tests.select("test", "p").drop_nulls().iter_rows():
            p_values[name].append(p)
    assert binomtest(alarms, sets, 0.05, alternative="greater").pvalue > 0.025
    too_small = {name: kstest(values, "uniform", alternative="greater").pvalue for name, values in p_values.items()}
    assert min(too_small.values()) > 0.001 / len(too_small), too_small
    assert len(p_values) >= 14  # in few hands no hour is large enough, nor are there many reshuffles


# -- faults dealt on purpose -----------------------------------------------------------------------------------

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
