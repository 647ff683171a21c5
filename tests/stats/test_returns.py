"""The interval of the return on tournaments covers the true return of 93 to 97 of 100 players, from 100 entries on."""

from __future__ import annotations

import numpy as np
import pytest

from histparse.stats.tournaments import compute_return, prize_concentration

TABLES = {
    # By players: the shares of the prize pool, from the first place down.
    2: [1.0],
    6: [0.65, 0.35],
    9: [0.5, 0.3, 0.2],
    45: [0.31, 0.215, 0.165, 0.125, 0.09, 0.06, 0.035],
    180: [0.3, 0.2, 0.119, 0.08, 0.065, 0.05, 0.035, 0.026, 0.017, *[0.012] * 9],
}
FEE = 0.1
PLAYERS = 1_000
"""Simulated players, each with so many entries."""


def shares(size: int) -> np.ndarray:
    """The shares of the pool, which add up to 1."""
    paid = np.array(TABLES[size])
    return np.asarray(paid / paid.sum())


def finished(size: int, skill: float, entries: int, seed: int) -> tuple[np.ndarray, float]:
    """What each player wins with each entry, in buy-ins, and what they win on average.

    `skill` makes places the likelier the better they are; 0: all are equally likely.
    """
    chances = np.exp(-skill * np.arange(size) / size)
    chances /= chances.sum()
    prizes = np.zeros(size)
    prizes[: len(TABLES[size])] = shares(size) * size
    places = np.random.default_rng(seed).choice(size, (PLAYERS, entries), p=chances)
    return prizes[places], float(chances @ prizes)


def share_covered(won: np.ndarray, price: np.ndarray, size: np.ndarray, shared: np.ndarray, true: float) -> float:
    """Of how many players the interval has the true return."""
    estimates = [compute_return(price * (1 + FEE), prizes, price, size, shared) for prizes in won]
    known = [estimate for estimate in estimates if estimate is not None]
    assert len(known) == len(won)
    return float(np.mean([estimate.low <= true <= estimate.high for estimate in known]))


@pytest.mark.nightly(4)
@pytest.mark.soak(15)
@pytest.mark.parametrize("is_listed", [True, False], ids=["prizes listed", "only the size known"])
@pytest.mark.parametrize("skill", [-0.4, 0.0, 0.6])
@pytest.mark.parametrize(("size", "entries"), [(size, n) for n in (100, 1_000) for size in TABLES])
def test_the_interval_covers_what_it_says(size: int, entries: int, skill: float, *, is_listed: bool) -> None:
    """A mean over 1,000 players of 95 % has a standard error of 0.7 points.

    For fields whose prizes are not listed it covers up to 98.5 %.
    """
    won, mean = finished(size, skill, entries, 7)
    shared = float((shares(size) ** 2).sum()) if is_listed else np.nan
    price = np.ones(entries)
    covered = share_covered(won, price, price * size, price * shared, mean / (1 + FEE) - 1)
    assert 0.93 - 0.014 <= covered <= (0.97 + 0.014 if is_listed else 0.985)


def test_tournaments_of_several_sizes_and_prices() -> None:
    """Half the entries are in fields of 180, at twice the price of the tables of nine."""
    large, fair_large = finished(180, 0.6, 200, 1)
    small, fair_small = finished(9, 0.6, 200, 2)
    price = np.repeat([2.0, 1.0], 200)
    size, shared = np.repeat([180, 9], 200), np.repeat([(shares(n) ** 2).sum() for n in (180, 9)], 200)
    true = (2 * fair_large + fair_small) / (3 * (1 + FEE)) - 1
    won = np.concatenate([2 * large, small], axis=1)
    assert 0.916 <= share_covered(won, price, size, shared, true) <= 0.984


def test_the_return_is_what_came_back_of_what_was_paid() -> None:
    nines = np.full(3, 9)
    estimate = compute_return(
        np.array([11, 11, 22]), np.array([45, 0, 0]), np.array([10, 10, 20]), nines, nines * np.nan
    )
    assert estimate is not None
    assert estimate.roi == pytest.approx(45 / 44 - 1)
    assert estimate.low < estimate.roi < estimate.high


def test_without_a_prize_only_the_upper_end_is_above() -> None:
    nines = np.full(20, 9)
    estimate = compute_return(nines * 1.1, nines * 0.0, nines * 1.0, nines, nines * np.nan)
    assert estimate is not None
    assert estimate.low == estimate.roi == -1
    assert -1 < estimate.high < 0


def test_nothing_was_paid() -> None:
    zeros = np.zeros(2)
    assert compute_return(zeros, zeros, zeros, zeros + 2, zeros) is None


def test_prizes_of_larger_fields_are_less_concentrated() -> None:
    concentrations = prize_concentration(np.array([2, 6, 9, 20, 45, 180, 276, 1263, 50_000]))
    assert all(np.diff(concentrations) <= 0)
    assert concentrations[[0, 1, 2]] == pytest.approx([1, 0.545, 0.38])
    # Real fields of 276 and 1,263 entries: 0.136 and 0.051.
    assert concentrations[[6, 7]] == pytest.approx([0.136, 0.051], rel=0.05)
