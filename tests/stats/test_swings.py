"""Downswings by hand, against a search through all pairs of hands, and how usual they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.stats.results import Downswing, find_downswings


def test_by_hand() -> None:
    downswings = find_downswings(np.array([2.0, -1, -1, 3, -2, -0.5, -2, 1, 6, -1]))
    assert downswings is not None
    assert downswings.deepest == Downswing(4.5, 5, 7)
    assert downswings.longest == Downswing(4.5, 5, 8)
    assert (downswings.deepest.hands, downswings.longest.hands) == (3, 4)


def test_who_only_wins_had_none() -> None:
    assert find_downswings(np.array([1.0, 0, 2])) is None
    assert find_downswings(np.array([])) is None


def test_a_loss_from_the_first_hand_on_is_one() -> None:
    downswings = find_downswings(np.array([-1.0, -1, -1]))
    assert downswings is not None
    assert downswings.deepest == downswings.longest == Downswing(3.0, 1, 3)
    assert downswings.deepest_usual == downswings.longest_usual == 1.0


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=40))
def test_no_two_moments_are_further_apart(nets: list[int]) -> None:
    sums = [0, *np.cumsum(nets).tolist()]
    depth = max(max(sums[: last + 1]) - sums[last] for last in range(len(sums)))
    downswings = find_downswings(np.array(nets, float))
    assert (downswings.deepest.big_bets if downswings else 0) == depth
    if downswings:
        assert sums[downswings.deepest.first - 1] - sums[downswings.deepest.last] == depth
        assert all(
            sums[hand] < max(sums[:hand]) for hand in range(downswings.longest.first, downswings.longest.last + 1)
        )


def test_an_ordinary_order_is_usual_and_a_sorted_one_is_not() -> None:
    hands = np.random.default_rng(3).normal(0.02, 2.2, 3_000)
    ordinary = [find_downswings(np.random.default_rng(n).permutation(hands), seed=n) for n in range(12)]
    shares = sorted(downswings.deepest_usual for downswings in ordinary if downswings)
    assert len(shares) == 12
    assert shares[0] < 0.5 < shares[-1]
    worst = find_downswings(np.sort(hands))
    assert worst is not None
    assert worst.deepest_usual == 0.0
    assert worst.deepest.big_bets == pytest.approx(-hands[hands < 0].sum())
