"""What is said of hands to come, and what comes, in simulated populations whose true win rates are known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from histparse.stats.win_rates import (
    Pace,
    chance_of_ruin,
    chance_to_be_behind,
    fit_or_assume_population,
    ruin_rates_by_mean,
    ruin_rates_by_possible_mean,
)

Floats = np.ndarray
PLAYERS, COMING, FUTURES, BANKROLL = 200, 1_000, 20, 300
DEVIATION = 2.9
"""Of hands, in big bets, as in real fixed limit hands. These are as skewed too: few bring much (1.4)."""


class Prospects(Struct, frozen=True):
    """Of each player: a chance that was said and what came of it, `lost` of the next hands and `ruined` ever."""

    loss: Floats
    lost: Floats
    ruin: Floats
    ruined: Floats
    held: Floats
    """Whether the true win rate lies in the interval."""


def hands(random: np.random.Generator, means: Floats, number: int) -> Floats:
    """What hands bring to players with these means: a row for each."""
    strays = (random.gamma(2, size=(len(means), number)) - 2) / 2**0.5
    return np.asarray(DEVIATION * strays + means[:, None])


def futures(random: np.random.Generator, means: Floats) -> Floats:
    """The share of futures in which the next hands of each player lose."""
    sums = (random.gamma(2 * COMING, size=(FUTURES, len(means))) - 2 * COMING) / 2**0.5
    return np.asarray((DEVIATION * sums + COMING * means < 0).mean(0))


def told(spread: float, played: int, populations: int, *, ruin: bool = False, seed: int = 1) -> Prospects:
    """Of all players of populations with that spread of win rates, in big bets per 100 hands."""
    random = np.random.default_rng(seed)
    usual = hands(random, np.zeros(1), 20_000)[0]
    rows = [row for _ in range(populations) for row in _population(random, spread, played, usual if ruin else None)]
    return Prospects(*np.array(rows).T)


def _population(
    random: np.random.Generator, spread: float, played: int, usual: Floats | None
) -> Iterator[tuple[float, ...]]:
    true = random.normal(0, spread / 100, PLAYERS)
    nets = hands(random, true, played)
    rates, deviations = 100 * nets.mean(1), 10 * nets.std(1, ddof=1)
    population = fit_or_assume_population(rates, deviations, np.full(PLAYERS, played))
    lost = futures(random, true)
    ruined = np.zeros(PLAYERS) if usual is None else np.exp(-BANKROLL * ruin_rates_by_mean(usual, true))
    for own_nets, rate, deviation, mean, *outcomes in zip(nets, rates, deviations, true, lost, ruined, strict=True):
        pace = population.expected_pace(rate, deviation, played)
        ruin = 0.0 if usual is None else chance_of_ruin(ruin_rates_by_possible_mean(own_nets, pace), BANKROLL)
        yield chance_to_be_behind(pace, COMING), outcomes[0], ruin, outcomes[1], float(_is_within(pace, mean))


def _is_within(pace: Pace, mean: float) -> bool:
    return abs(pace.mean - mean) < 1.96 * pace.error


def fifths(chances: Floats, outcomes: Floats) -> list[tuple[float, float]]:
    """The mean of what was said and of what came, in each fifth of what was said."""
    parts = np.array_split(np.argsort(chances), 5)
    return [(float(chances[part].mean()), float(outcomes[part].mean())) for part in parts]
