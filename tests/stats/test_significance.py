"""Tests of two rates against printed tables, and against going through every outcome."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.stats.significance import (
    LEAST_EFFECT,
    SMALL,
    RatePair,
    are_beyond_chance,
    difference_p_value,
    two_proportions_p_value,
    two_sided_student_p,
)


def by_every_outcome(made: int, n: int, others_made: int, others_n: int) -> float:
    """Fisher's p-value in whole numbers."""
    all_made = made + others_made
    ways = [comb(n, k) * comb(others_n, all_made - k) for k in range(max(0, all_made - others_n), min(n, all_made) + 1)]
    ways_of_outcome = comb(n, made) * comb(others_n, others_made)
    return float(Fraction(sum(way for way in ways if way <= ways_of_outcome), sum(ways)))


@given(data=st.data())
def test_two_proportions_are_exact(data: st.DataObject) -> None:
    n, others_n = data.draw(st.integers(1, 60)), data.draw(st.integers(1, 400))
    made, others_made = data.draw(st.integers(0, n)), data.draw(st.integers(0, others_n))
    p = two_proportions_p_value(made, n, others_made, others_n)
    assert p == pytest.approx(by_every_outcome(made, n, others_made, others_n), rel=1e-6, abs=1e-12)


def test_the_lady_tasting_tea() -> None:
    """Three of four cups right: 34 of 70 (Fisher 1935)."""
    assert two_proportions_p_value(3, 4, 1, 4) == pytest.approx(34 / 70)


def test_many_are_as_good_as_normal() -> None:
    """On both sides of the limit the two ways agree."""
    exact, normal = (
        two_proportions_p_value(5_000, 9_999, 104_500, 205_000),
        two_proportions_p_value(5_001, 10_001, 104_500, 205_000),
    )
    assert exact == pytest.approx(normal, rel=0.05)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.7062047),
        (2, 4.3026527),
        (3, 3.1824463),
        (4, 2.7764451),
        (10, 2.2281389),
        (29, 2.0452296),
        (60, 2.0002978),
    ],
)
def test_student_by_printed_tables(freedom: int, t: float) -> None:
    assert two_sided_student_p(t, freedom) == two_sided_student_p(-t, freedom) == pytest.approx(0.05, abs=1e-8)


def test_without_an_opportunity_there_is_nothing_to_test() -> None:
    zeros, counts = np.zeros((61, 2), np.int64), np.ones((61, 2), np.int64)
    assert difference_p_value(zeros, counts) is None
    assert difference_p_value(counts, zeros) is None


def test_what_hangs_together_proves_less() -> None:
    """Twenty acts of one hand, all alike, are hardly more than one; spread over twenty hands they are twenty."""
    generator = np.random.default_rng(4)
    pool_counts = np.stack([generator.binomial(400, 0.3, 61), np.full(61, 400)], axis=1)
    alike, spread = np.zeros((61, 2), np.int64), np.zeros((61, 2), np.int64)
    alike[:20, 1] = spread[:20, 1] = 20
    alike[:10, 0], spread[:20, 0] = 20, 10
    p_alike, p_spread = difference_p_value(alike, pool_counts), difference_p_value(spread, pool_counts)
    assert p_alike is not None
    assert p_spread is not None
    assert p_spread < 1e-12
    assert p_alike > 0.05


def with_p(p: float | None, made: int = 80, n: int = 100) -> RatePair:
    return RatePair(made, n, 500, 1000, p)


def test_claims_by_benjamini_and_hochberg() -> None:
    """The example of 1995: of these 15 p-values the first four are claimed."""
    p = (
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.3240,
        0.4262,
        0.5719,
        0.6528,
        0.7590,
        1,
    )
    assert are_beyond_chance([with_p(p_value) for p_value in p]) == [True] * 4 + [False] * 11
    assert are_beyond_chance([]) == []


def test_small_samples_and_trifles_are_no_claims() -> None:
    assert are_beyond_chance([with_p(1e-9, SMALL - 1, SMALL - 1), with_p(1e-9, SMALL, SMALL)]) == [False, True]
    trifle = RatePair(54_900, 100_000, 500_000, 1_000_000, 0.0)
    assert trifle.h < LEAST_EFFECT
    assert are_beyond_chance([trifle, with_p(None)]) == [False, False]
    assert are_beyond_chance([RatePair(55_500, 100_000, 500_000, 1_000_000, 0.0)]) == [True]
