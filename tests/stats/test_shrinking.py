"""Shrunk rates: nearer the truth than raw ones, with intervals that cover it, whatever players there are."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy import integrate
from scipy import stats as distributions

from histparse.model.events import Discard, DrawBegins, StandPat
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, add_estimates_to_rates, compare_players, rates_overview, run_statistic
from histparse.stats.shrinking import ESTIMATE, Floats, fit_pool, shrink_rates
from histparse.store import Database
from tests.stats.dealing import database_of_files
from tests.store.filling import BY_HAND

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
POOLS = 300 if SOAK else 30
OF_HEROES = {"best_keeps", "deuces", "rfi_by_hand", "showdown_hands", "snow", "starting_hand_actions", "starting_hands"}
RARE = np.array([1e-5, 1e-4, 0.001, 0.002, 0.005])
TABLES, HANDS = (40, 800) if SOAK else (12, 120)
"""Of six players each, who stay."""


def deal_pool(seed: int, players: int, first: float, second: float) -> tuple[Floats, Floats, Floats]:
    """True rates of players, and what they did in a few to many opportunities, half of them in ten."""
    random = np.random.default_rng(seed)
    truth = random.beta(first, second, players)
    chances = random.choice([3, 10, 10, 10, 40, 200], players)
    return truth, random.binomial(chances, truth).astype(np.float64), chances.astype(np.float64)


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("first", "second"), [(8, 12), (2, 20), (30, 20)])
def test_intervals_cover_the_truth(first: float, second: float) -> None:
    covered: list[bool] = []
    for seed in range(POOLS):
        truth, made, chances = deal_pool(seed, 100, first, second)
        _, low, high = fit_pool(made, chances).estimate_rates(made, chances)
        covered += ((low <= truth) & (truth <= high)).tolist()
    assert 0.93 < np.mean(covered) < 0.98


def test_an_interval_is_that_of_the_distribution() -> None:
    _, made, chances = deal_pool(1, 40, 8, 12)
    pool = fit_pool(made, chances)
    estimate, low, high = (ends[0] for ends in pool.expected_rates(np.array([3.0]), np.array([10.0])))

    def likely(rate: float) -> float:
        prior = (pool.weights * distributions.beta.pdf(rate, pool.first, pool.second)).sum()
        return float(prior * distributions.binom.pmf(3, 10, rate))

    whole = integrate.quad(likely, 0, 1)[0]
    assert integrate.quad(lambda rate: rate * likely(rate), 0, 1)[0] / whole == pytest.approx(estimate, abs=1e-6)
    assert integrate.quad(likely, low, high)[0] / whole == pytest.approx(0.95, abs=1e-4)


def test_many_hands_speak_for_themselves_and_none_say_what_all_do() -> None:
    _, made, chances = deal_pool(2, 200, 8, 12)
    estimate, low, high = fit_pool(made, chances).estimate_rates(np.array([0.0, 9_000.0]), np.array([0.0, 10_000.0]))
    assert estimate == pytest.approx([0.4, 0.9], abs=0.03)
    assert high[0] - low[0] > 0.3
    assert high[1] - low[1] < 0.02


def test_players_who_are_alike_have_the_rate_of_all() -> None:
    random = np.random.default_rng(3)
    chances = np.full(300, 20.0)
    made = random.binomial(20, 0.3, 300).astype(np.float64)
    estimate, _, _ = fit_pool(made, chances).estimate_rates(np.array([4.0, 8.0]), np.array([20.0, 20.0]))
    assert estimate == pytest.approx([0.3, 0.3], abs=0.06)


def deal_outliers(seed: int, spread: float, mean: float = 0.4) -> tuple[Floats, NDArray[np.bool_]]:
    """True rates of a hundred players, a tenth of them far from all others; and which."""
    random = np.random.default_rng(seed)
    size = mean * (1 - mean) / spread**2 - 1
    truth = random.beta(size * mean, size * (1 - mean), 100)
    is_outlier = np.arange(100) < 10
    return np.where(is_outlier, mean + random.choice([-1, 1], 100) * random.uniform(0.2, 0.35, 100), truth), is_outlier


def deal_counts(seed: int, truth: Floats, chances: Floats) -> Floats:
    return np.random.default_rng([seed, 1]).binomial(chances.astype(np.int64), truth).astype(np.float64)


def deal_and_estimate(seed: int, truth: Floats, number: int) -> tuple[Floats, tuple[Floats, Floats, Floats]]:
    """What players of these rates did in so many opportunities each, and their estimates with both ends."""
    chances = np.full(len(truth), float(number))
    made = deal_counts(seed, truth, chances)
    return made, fit_pool(made, chances).estimate_rates(made, chances)


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("spread", [0.03, 0.06, 0.1])
@pytest.mark.parametrize("number", [10, 40, 200, 1_000])
def test_intervals_cover_outliers_too(spread: float, number: int) -> None:
    covered, outliers_covered = [], []
    for seed in range(POOLS):
        truth, is_outlier = deal_outliers(seed, spread)
        _, (_, low, high) = deal_and_estimate(seed, truth, number)
        is_covered = (low <= truth) & (truth <= high)
        covered += is_covered.tolist()
        outliers_covered += is_covered[is_outlier].tolist()
    assert 0.93 <= np.mean(covered) <= 0.98
    assert np.mean(outliers_covered) >= 0.9


@pytest.mark.nightly(1)
@pytest.mark.soak(2)
@pytest.mark.parametrize("mean", [0.15, 0.4])
@pytest.mark.parametrize("spread", [0.03, 0.06, 0.1])
def test_ten_opportunities_say_more_even_with_outliers_in_the_pool(spread: float, mean: float) -> None:
    """Of rates that spread by .1 about .15, whoever knew them all would err 1.36 times less, and 1.34 of a beta."""
    raw_errors, errors = [], []
    for seed in range(POOLS):
        truth = deal_outliers(seed, spread, mean)[0].clip(0, 1)
        made, (estimate, _, _) = deal_and_estimate(seed, truth, 10)
        raw_errors += ((made / 10 - truth) ** 2).tolist()
        errors += ((estimate - truth) ** 2).tolist()
    assert np.sqrt(np.mean(raw_errors) / np.mean(errors)) > 1.3


@pytest.mark.parametrize("spread", [0.005, 0.03, 0.06, 0.1])
def test_two_hundred_opportunities_are_not_made_worse_for_anybody(spread: float) -> None:
    """Exactly, over all that players of any true rate may make of them."""
    truth, _ = deal_outliers(1, spread)
    chances = np.full(100, 200.0)
    pool = fit_pool(deal_counts(1, truth, chances), chances)
    counts = np.arange(201.0)
    estimate, low, high = pool.estimate_rates(counts, np.full(201, 200.0))
    rates = np.concatenate([RARE, np.arange(0.01, 0.995, 0.01), 1 - RARE])[:, None]
    likely = distributions.binom.pmf(counts, 200, rates)
    errors, raw_errors = (
        (likely * (rates_estimated - rates) ** 2).sum(1) for rates_estimated in (estimate, counts / 200)
    )
    assert np.sqrt(errors / raw_errors).max() < 1.1
    assert (low <= estimate).all()
    assert (estimate <= high).all()
    assert (abs(estimate - counts / 200) <= np.sqrt(estimate * (1 - estimate) / 200)).all()


def test_an_outlier_is_not_dragged_to_the_others() -> None:
    """Of players who break a fifth of their pat hands, one breaks 47 %: 96 of 180 were estimated as 38 %."""
    chances = np.full(60, 60.0)
    pool = fit_pool(np.append(deal_counts(4, np.full(60, 0.2), chances), 96), np.append(chances, 180))
    estimate, low, high = (ends[0] for ends in pool.estimate_rates(np.array([96.0]), np.array([180.0])))
    assert 0.51 < estimate < 96 / 180
    assert low < 0.471 < high


def test_each_rate_has_its_own_pool() -> None:
    counts = {"draw": [1, 1, 1, 2, 2, 2], "done": [0, 1, 0, 9, 9, 10], "chances": [10] * 6}
    pool = pl.DataFrame({"label": ["all"] * 6, "player": [*"abcabc"], **counts})
    own_rates = pl.DataFrame({"label": ["d"] * 3, "draw": [2, 1, 3], "done": [0, 0, 1], "chances": [0, 0, 2]})
    second, first, third = shrink_rates(own_rates, pool)["estimate"]
    assert first < 0.2
    assert second > 0.8
    assert third is None


def deal_draws() -> dict[tuple[int, int], dict[str, list[bool]]]:
    """By draw and number of cards: for every invented player, in turn, whether they drew so many."""
    draws: dict[tuple[int, int], dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    settings = (Settings(hands=HANDS, seed=seed, hero=None, chatter=0, players=(6, 6)) for seed in range(TABLES))
    for table, hand in (
        (table_settings.seed, hand)
        for table_settings in settings
        for hand in deal_hands(replace(table_settings, table="A"))
    ):
        draw = 0
        for event in hand.events:
            draw += isinstance(event, DrawBegins)
            if isinstance(event, StandPat | Discard):
                cards = event.count if isinstance(event, Discard) else 0
                for number in range(4):
                    draws[draw, number][f"{table} {event.player}"].append(cards == number)
    return draws


@pytest.mark.nightly
def test_ten_opportunities_say_more_beside_the_pool() -> None:
    """The first ten of each player are held against the others of theirs."""
    raw_error, error, sampling = 0.0, 0.0, 0.0
    covered: list[bool] = []
    for players in deal_draws().values():
        regulars = [acts for acts in players.values() if len(acts) >= 25]
        made = np.array([sum(acts[:10]) for acts in regulars], np.float64)
        rest = np.array([np.mean(acts[10:]) for acts in regulars])
        left = np.array([len(acts) - 10 for acts in regulars])
        estimate, low, high = fit_pool(made, np.full(len(made), 10.0)).estimate_rates(made, np.full(len(made), 10.0))
        noise = rest * (1 - rest) / left
        raw_error += ((made / 10 - rest) ** 2).sum()
        error += ((estimate - rest) ** 2).sum()
        sampling += noise.sum()  # the others of theirs are a sample as well
        chance = 1.96**2 * estimate * (1 - estimate) / left
        upper, lower = (np.sqrt((end - estimate) ** 2 + chance) for end in (high, low))
        covered += ((rest <= estimate + upper) & (rest >= estimate - lower)).tolist()
    assert len(covered) > 200
    assert np.sqrt((raw_error - sampling) / (error - sampling)) > 1.5
    assert 0.93 < np.mean(covered) < 0.99  # more where hardly anybody does it: none of ten may be a fifth


@pytest.fixture(scope="module")
def store() -> Iterator[Database]:
    with database_of_files(BY_HAND) as database:
        yield database


@pytest.mark.nightly
def test_every_rate_of_a_player_has_an_estimate_beside_it(store: Database) -> None:
    rates = rates_overview(store, "Katja72")
    nobody_else = pl.col("of").str.starts_with("after pat-1,")  # broke a pat hand for one card in these samples
    without_estimate = rates.filter(pl.col("estimate").is_null(), ~nobody_else)
    assert set(without_estimate["statistic"]) <= OF_HEROES
    rest = rates.filter(pl.col("estimate").is_not_null())
    assert len(rest) > 40
    assert (rest["estimate_low"] <= rest["estimate"]).all()
    assert (rest["estimate_low"] < rest["estimate_high"]).all()
    assert (rest["estimate"] <= rest["estimate_high"]).all()
    assert not set(ESTIMATE) & set(rates_overview(store).columns)


@pytest.mark.nightly
def test_two_players_beside_each_other_have_the_estimates_of_the_list(store: Database) -> None:
    rates = add_estimates_to_rates(
        store, {"vpip": run_statistic(store, "vpip", filters=Filters(by="player"))}, Filters()
    )["vpip"]
    first, second = rates.filter(pl.col("chances") > 0)["player"].to_list()[:2]
    row = compare_players(store, first, second).row(by_predicate=pl.col("statistic") == "vpip", named=True)
    listed = dict(rates.select("player", "estimate").rows())
    assert (row["estimate1"], row["estimate2"]) == (listed[first], listed[second])
