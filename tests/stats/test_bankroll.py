"""Formulas of hands needed, losses and ruin against simulated bankrolls."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from histparse.stats.win_rates import (
    Pace,
    bankroll_for_risk,
    chance_of_ruin,
    chance_to_be_behind,
    more_hands_needed,
    ruin_rates_by_mean,
    ruin_rates_by_possible_mean,
)

BANKROLLS = 10_000 if os.environ.get("HISTPARSE_SOAK") else 1_000
HANDS = 6_000
PACE = Pace(0.1, 2.2)
"""A fast winner, so that whoever is not ruined within these hands hardly ever will be."""


@pytest.fixture(scope="module")
def lowest_and_last() -> tuple[np.ndarray, np.ndarray]:
    """By bankroll: the lowest point of its hands, and the sum of the first thousand. Few hands bring much."""
    random = np.random.default_rng(41)
    lowest, last = [], []
    for _ in range(BANKROLLS):
        sums = hands(random, HANDS).cumsum()
        lowest.append(sums.min())
        last.append(sums[999])
    return np.array(lowest), np.array(last)


def _is_about(share: float, expected: float) -> bool:
    return bool(abs(share - expected) < 0.006 + 3 * (expected * (1 - expected) / BANKROLLS) ** 0.5)


def risk_of_ruin(nets: np.ndarray, pace: Pace, bankroll: float) -> float:
    return chance_of_ruin(ruin_rates_by_possible_mean(nets, pace), bankroll)


def hands(random: np.random.Generator, number: int) -> np.ndarray:
    """What hands bring: few bring much."""
    return np.asarray(random.exponential(PACE.deviation, number) - PACE.deviation + PACE.mean)


@pytest.mark.parametrize("risk", [0.02, 0.05, 0.2])
def test_a_bankroll_is_lost_as_often_as_its_risk_says(
    lowest_and_last: tuple[np.ndarray, np.ndarray], risk: float
) -> None:
    played = hands(np.random.default_rng(42), 100_000)
    bankroll = bankroll_for_risk(played, PACE, risk)
    assert bankroll is not None
    assert risk_of_ruin(played, PACE, bankroll) == pytest.approx(risk)
    assert _is_about(float((lowest_and_last[0] <= -bankroll).mean()), risk)


def test_who_wins_or_loses_one_is_ruined_as_the_gambler_is() -> None:
    """Six hands of ten won: the gambler's ruin is two thirds to the power of the bankroll."""
    even = np.array([1.0] * 6 + [-1.0] * 4)
    assert risk_of_ruin(even, Pace(0.2, 1.0), 5) == pytest.approx((2 / 3) ** 5, rel=1e-3)
    assert bankroll_for_risk(even, Pace(0.2, 1.0), (2 / 3) ** 7) == pytest.approx(7, rel=1e-3)


def test_who_does_not_win_loses_any_bankroll_and_who_cannot_lose_needs_none() -> None:
    assert bankroll_for_risk(np.array([1.0, -1.0]), Pace(0.0, 1.0), 0.05) is None
    assert risk_of_ruin(np.array([1.0, -1.0]), Pace(-0.1, 1.0), 10_000) == pytest.approx(1)
    assert bankroll_for_risk(np.array([1.0, 2.0]), Pace(1.5, 0.5), 0.05) == pytest.approx(0, abs=1e-6)
    assert bankroll_for_risk(np.zeros(3), Pace(0.0, 0.0), 0.05) is None


def test_ruin_is_averaged_over_what_the_win_rate_may_be() -> None:
    """Who does not win with a chance of 16 % is ruined at least so often, with any bankroll."""
    random = np.random.default_rng(7)
    played, pace = hands(random, 20_000), Pace(0.1, PACE.deviation, 0.1)
    means = random.normal(pace.mean, pace.error, 20_000)
    rates = ruin_rates_by_mean(played, means)
    for big_bets in (20, 100, 1_000):
        assert risk_of_ruin(played, pace, big_bets) == pytest.approx(np.exp(-rates * big_bets).mean(), abs=0.01)
    assert bankroll_for_risk(played, pace, 0.15) is None
    bankroll = bankroll_for_risk(played, pace, 0.2)
    assert bankroll is not None
    assert risk_of_ruin(played, pace, bankroll) == pytest.approx(0.2)


def test_losses_after_a_thousand_hands(lowest_and_last: tuple[np.ndarray, np.ndarray]) -> None:
    assert _is_about(float((lowest_and_last[1] < 0).mean()), chance_to_be_behind(PACE, 1_000))


def test_the_chance_of_a_loss_by_hand() -> None:
    """Of 2,000 hands: 20 big bets, which stray by 134 for the hands and by 40 for the error of the mean: by 140."""
    assert chance_to_be_behind(Pace(0.01, 3.0, 0.02), 2_000) == pytest.approx(0.4432, abs=1e-4)


def test_after_the_hands_needed_the_interval_is_that_wide() -> None:
    hands = more_hands_needed(Pace(PACE.mean, PACE.deviation, math.inf), 20.0)
    results = 100 * np.random.default_rng(5).normal(PACE.mean, PACE.deviation, (2_000, hands)).mean(axis=1)
    low, high = np.quantile(results, [0.025, 0.975])
    assert high - low == pytest.approx(20.0, rel=0.05)


def test_who_is_known_well_needs_fewer_hands() -> None:
    """As many fewer as would have brought what is known of them already."""
    unknown, known = (more_hands_needed(Pace(0.1, 2.0, error), 1.0) for error in (math.inf, 2.0 / 1_000**0.5))
    assert unknown - known == pytest.approx(1_000, abs=1)
    assert more_hands_needed(Pace(0.1, 2.0, 0.0001), 1.0) == 0
