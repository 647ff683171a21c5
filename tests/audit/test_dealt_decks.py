"""Audits of the deal find nothing in fair decks, or at most in one of twenty sets. HISTPARSE_SOAK=1: in more sets."""

from __future__ import annotations

from collections import defaultdict

import pytest
from scipy.stats import binomtest, kstest

from tests.audit.decks import FAIR
from tests.audit.faults import run_tests


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
