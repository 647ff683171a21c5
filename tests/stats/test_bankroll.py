"""Formulas of hands needed, losses and ruin against simulated bankrolls."""

from __future__ import annotations

import os

import numpy as np
import pytest

from histparse.stats.bankroll import Pace, bankroll, chance_of_loss, hands_needed, likely_loss, risk_of_ruin

pytestmark = pytest.mark.untraced

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
        hands = random.exponential(PACE.deviation, HANDS) - PACE.deviation + PACE.mean
        sums = hands.cumsum()
        lowest.append(sums.min())
        last.append(sums[999])
    return np.array(lowest), np.array(last)


def _about(share: float, expected: float) -> bool:
    return bool(abs(share - expected) < 0.006 + 3 * (expected * (1 - expected) / BANKROLLS) ** 0.5)


@pytest.mark.parametrize("risk", [0.02, 0.05, 0.2])
def test_a_bankroll_is_lost_as_often_as_its_risk_says(
    lowest_and_last: tuple[np.ndarray, np.ndarray], risk: float
) -> None:
    """Never more often. Where few hands bring much, as here, up to three tenths less often than a Brownian motion."""
    needed = bankroll(PACE, risk)
    assert needed is not None
    assert risk_of_ruin(PACE, needed) == pytest.approx(risk)
    lost, noise = float((lowest_and_last[0] <= -needed).mean()), 3 * (risk * (1 - risk) / BANKROLLS) ** 0.5
    assert 0.7 * risk - noise < lost < risk + noise


def test_losses_after_a_thousand_hands(lowest_and_last: tuple[np.ndarray, np.ndarray]) -> None:
    assert _about(float((lowest_and_last[1] < 0).mean()), chance_of_loss(PACE, 1_000))


@pytest.mark.parametrize("more", [500, 2_000, 20_000])
def test_losses_are_as_likely_as_said_when_the_win_rate_is_an_estimate(more: int) -> None:
    """Players of all win rates: of those told a chance of 20 to 30 %, as many lose. At the win rate so far, too few."""
    random, played, players = np.random.default_rng(43), 2_000, 40_000
    true = random.normal(0, 0.3, players)
    so_far = true + random.normal(0, PACE.deviation / played**0.5, players)
    lost = true * more + random.normal(0, PACE.deviation * more**0.5, players) < 0
    told = np.array([likely_loss(Pace(mean, PACE.deviation), played, more) for mean in so_far])
    plain = np.array([chance_of_loss(Pace(mean, PACE.deviation), more) for mean in so_far])
    for low in (0.05, 0.2, 0.4, 0.6, 0.8):
        there = (low <= told) & (told < low + 0.1)
        assert abs(lost[there].mean() - told[there].mean()) < 0.01 + 3 * (0.25 / there.sum()) ** 0.5
    sure = plain < 0.1
    assert lost[sure].mean() > plain[sure].mean() + 0.004
    assert abs(lost[told < 0.1].mean() - told[told < 0.1].mean()) < 0.004


def test_after_the_hands_needed_the_interval_is_that_wide() -> None:
    hands = hands_needed(PACE, 20.0)
    results = 100 * np.random.default_rng(5).normal(PACE.mean, PACE.deviation, (2_000, hands)).mean(axis=1)
    low, high = np.quantile(results, [0.025, 0.975])
    assert high - low == pytest.approx(20.0, rel=0.05)


def test_who_does_not_win_is_ruined_with_any_bankroll() -> None:
    assert bankroll(Pace(0.0, 2.0), 0.05) is None
    assert risk_of_ruin(Pace(-0.1, 2.0), 10_000) == 1.0
    assert chance_of_loss(Pace(-0.1, 0.0), 10) == 1.0
    assert chance_of_loss(Pace(0.1, 0.0), 10) == 0.0
