"""Trends over time: claimed where there is one, and in 5 % of tables at most where there is none."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from histparse.stats.trends import (
    find_outlier_period,
    fit_rate_trend_if_enough,
    fit_results_trend_if_proven,
    proven_trends,
    trends_in_words,
)

TABLES = 2_000
ALLOWED = 0.05 + 3 * (0.05 * 0.95 / TABLES) ** 0.5


def table(made: np.ndarray, chances: np.ndarray) -> pl.DataFrame:
    """Draws by months: as `stats pat_rate --by month` has them."""
    months, draws = made.shape
    return pl.DataFrame(
        {
            "label": ["Ann"] * made.size,
            "month": [f"2024-{month:02}" for month in range(1, months + 1) for _ in range(draws)],
            "draw": [*range(1, draws + 1)] * months,
            "done": made.ravel(),
            "chances": chances.ravel(),
        }
    )


def drawn(random: np.random.Generator, chances: np.ndarray, rates: np.ndarray) -> pl.DataFrame:
    return table(random.binomial(chances, rates), chances)


@pytest.mark.nightly
@pytest.mark.soak(2)
@pytest.mark.parametrize(("months", "alike"), [(3, 0), (6, 0), (12, 0), (6, 0.05), (12, 0.05), (40, 0.1)])
def test_where_there_is_none_hardly_any_is_claimed(months: int, alike: float) -> None:
    """Rates of months that stray by chance alone, and by sessions that are played alike."""
    random, claimed = np.random.default_rng(months), 0
    for _ in range(TABLES):
        chances = random.integers(20, 400, (months, 3))
        rates = np.clip(random.normal([0.1, 0.3, 0.6], alike, (months, 3)), 0.01, 0.99)
        claimed += bool(proven_trends(drawn(random, chances, rates), "month"))
    assert claimed / TABLES <= ALLOWED


def test_one_that_is_there_is_found_with_both_ends() -> None:
    random, trends = np.random.default_rng(1), []
    for _ in range(100):
        chances = random.integers(200, 400, (12, 3))
        rates = np.stack([np.full(12, 0.3), np.linspace(0.3, 0.5, 12), np.full(12, 0.6)], 1)
        trends.append(proven_trends(drawn(random, chances, rates), "month") or {})
    assert sum("draw 2" in trend for trend in trends) > 95
    assert sum(len(trend) > 1 for trend in trends) < 12
    first, last = np.mean(
        [(trend["draw 2"].first, trend["draw 2"].last) for trend in trends if "draw 2" in trend], axis=0
    )
    assert [first, last] == pytest.approx([0.3, 0.5], abs=0.02)


def test_by_hand() -> None:
    """The slope of 20, 30 and 40 of 100 is 0.1 a month, its error the root of 0.3 x 0.7 / 200."""
    trend = fit_rate_trend_if_enough(np.array([20.0, 30, 40]), np.array([100.0, 100, 100]))
    assert trend is not None
    assert [trend.first, trend.last] == pytest.approx([0.2, 0.4])
    assert trend.p == pytest.approx(0.002028, abs=1e-5)


def test_too_few_periods_or_acts_tell_nothing() -> None:
    assert fit_rate_trend_if_enough(np.array([3.0, 40]), np.array([100.0, 100])) is None
    assert fit_rate_trend_if_enough(np.array([0.0, 1, 2]), np.array([100.0, 100, 100])) is None
    assert proven_trends(table(np.ones((3, 1), int), np.full((3, 1), 4)), "month") is None


def test_the_pool_below_a_player_is_not_tested() -> None:
    steady = table(np.full((6, 1), 50), np.full((6, 1), 200))
    rising = table(np.arange(20, 140, 20)[:, None], np.full((6, 1), 200)).with_columns(label=pl.lit("all players"))
    assert proven_trends(pl.concat([steady, rising]), "month") == {}
    assert proven_trends(rising, "month")


def test_win_rates() -> None:
    random = np.random.default_rng(5)
    steady = [fit_results_trend_if_proven(random.exponential(2.2, 2_000) - 2.2, 2) for _ in range(TABLES)]
    assert sum(trend is not None for trend in steady) / TABLES <= ALLOWED / 2 + 0.005
    falling = [fit_results_trend_if_proven(random.normal(np.linspace(0.3, -0.3, 5_000), 2.2)) for _ in range(100)]
    assert sum(trend is not None for trend in falling) > 90
    assert np.mean([trend.first for trend in falling if trend]) == pytest.approx(30, abs=4)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("months", [3, 7, 20])
def test_where_no_period_differs_hardly_any_stands_out(months: int) -> None:
    random, families = np.random.default_rng(months), 400
    claimed = 0
    for _ in range(families):
        chances = random.integers(20, 400, (months, 3))
        claimed += find_outlier_period(drawn(random, chances, np.array([0.1, 0.3, 0.6])), "month") is not None
    assert claimed / families <= 0.05


@pytest.mark.nightly
@pytest.mark.parametrize("families", [300, pytest.param(TABLES, marks=pytest.mark.soak)])
def test_where_there_is_neither_one_sentence_hardly_ever_claims_either(families: int) -> None:
    """A trend and a period that stands out are one family, of 40 sessions that stray; each at 5 % has 12 % together."""
    random, claimed = np.random.default_rng(40), 0
    for _ in range(families):
        chances = random.integers(100, 400, (40, 1))
        made = drawn(random, chances, random.normal(0.39, 0.04, (40, 1)))
        claimed += "beyond chance" in trends_in_words(made, "month")
    assert claimed / families <= 0.05 + 3 * (0.05 * 0.95 / families) ** 0.5


def test_where_all_periods_stray_few_stand_out() -> None:
    """Sessions at other tables have other rates: a test of independent acts calls one out in 19 of 20 such families."""
    random, families = np.random.default_rng(3), 100
    claimed = 0
    for _ in range(families):
        chances = random.integers(100, 400, (40, 1))
        made = drawn(random, chances, random.normal(0.39, 0.04, (40, 1)))
        claimed += find_outlier_period(made, "month") is not None
    assert claimed / families <= 0.1


EVENINGS = np.array([[118, 340], [182, 430], [150, 390], [164, 410], [95, 260], [114, 300], [128, 227]])
"""The last of seven sessions, 56.4 %, beside six from 34.7 to 42.3 %."""


def test_an_evening_that_is_unlike_all_others_is_found() -> None:
    made, chances = EVENINGS[:, :1], EVENINGS[:, 1:]
    outlier = find_outlier_period(table(made, chances), "month")
    assert outlier is not None
    assert (outlier.period, outlier.row_name, outlier.pair.made, outlier.pair.n) == ("2024-07", "draw 1", 128, 227)
    assert (outlier.pair.others_made, outlier.pair.others_n) == (823, 2130)
    random, rates = np.random.default_rng(4), np.array([[0.39]] * 6 + [[0.564]])
    outliers = [find_outlier_period(drawn(random, chances, rates), "month") for _ in range(200)]
    assert sum(period is not None and period.period == "2024-07" for period in outliers) > 150
    assert trends_in_words(table(made, chances), "month") == (
        "Trend over 7 months: none. The month 2024-07 stands out, draw 1: 56.4 % (128/227), "
        "all other months together 38.6 % (823/2,130), beyond chance."
    )


def test_tiny_periods_do_not_stand_out() -> None:
    made, chances = np.array([[2], [3], [2], [3], [20]]), np.array([[40], [40], [40], [40], [20]])
    assert find_outlier_period(table(made, chances), "month") is None
    assert find_outlier_period(table(made, np.array([[40], [40], [40], [40], [30]])), "month") is not None
    assert find_outlier_period(table(made[-2:], chances[-2:] + 40), "month") is None
