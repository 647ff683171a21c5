"""What is said of hands to come happens as often as said, for players of all win rates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec import json

from docs.outlooks import PAGE, POPULATIONS, SPREADS, page
from histparse.simulate import Settings, deal_hands
from histparse.stats import results, run_statistic, win_rates
from histparse.stats.filters import Filters
from histparse.stats.results import Outlook
from histparse.stats.verdicts import ENOUGH_HANDS
from histparse.stats.win_rates import (
    ASSUMED,
    ENOUGH_PLAYERS,
    Pace,
    assumed_population,
    chance_to_be_behind,
    fit_or_assume_population,
    populations_by_currency,
)
from histparse.store import Database
from tests.running import Run
from tests.stats.dealing import fill_with_hands
from tests.stats.prospects import COMING, DEVIATION, PLAYERS, Floats, fifths, futures, hands, told

TOLERANCE = 0.05
POPULATIONS_BY_HANDS = {500: 16, 2_000: 8, 10_000: 4}


def _furthest(chances: Floats, outcomes: Floats) -> float:
    return max(abs(chance - share) for chance, share in fifths(chances, outcomes))


@pytest.mark.nightly(5)
@pytest.mark.parametrize("played", POPULATIONS_BY_HANDS)
@pytest.mark.parametrize("spread", SPREADS)
def test_losses_come_as_often_as_said(spread: float, played: int) -> None:
    prospects = told(spread, played, POPULATIONS_BY_HANDS[played], seed=4)
    assert _furthest(prospects.loss, prospects.lost) < TOLERANCE
    assert prospects.held.mean() == pytest.approx(0.95, abs=TOLERANCE)


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("spread", "played"), [(5, 2_000), (10, 500), (20, 500)])
def test_ruin_comes_as_often_as_said(spread: float, played: int) -> None:
    prospects = told(spread, played, 3, ruin=True, seed=5)
    assert _furthest(prospects.ruin, prospects.ruined) < 2 * TOLERANCE  # 120 players in a fifth


@pytest.mark.soak
def test_the_table_is_as_measured_and_within() -> None:
    written = page()
    assert PAGE.read_text(encoding="utf-8") == written
    cells = [cell.split(" / ") for cell in written.split("|") if " / " in cell and "`" not in cell]
    assert len(cells) == 2 * 5 * len(SPREADS) * len(POPULATIONS)
    assert max(round(abs(float(chance) - float(share)), 2) for chance, share in cells) <= TOLERANCE


def test_the_win_rate_so_far_alone_would_say_too_much() -> None:
    random = np.random.default_rng(6)
    true = random.normal(0, 0.1, 20 * PLAYERS)
    estimates = hands(random, true, ENOUGH_HANDS).mean(1)
    plain = np.array([chance_to_be_behind(Pace(mean, DEVIATION), COMING) for mean in estimates])
    assert _furthest(plain, futures(random, true)) > 3 * TOLERANCE


@pytest.mark.nightly
def test_a_hero_with_opponents_who_lost_what_the_hero_won() -> None:
    """Six at a table, a hero and five of forty, each of whom is seen a few hundred times: what all lose is the rake."""
    random, number, opponents, rake = np.random.default_rng(8), 4_600, 40, 0.03
    chances, outcomes = [], []
    for _ in range(120):
        skill = random.normal(0, 0.1, opponents + 1)
        opponent_numbers = np.argsort(random.gumbel(size=(number, opponents)), axis=1)[:, :5] + 1
        seats = np.column_stack([np.zeros(number, int), opponent_numbers])
        strays = hands(random, np.zeros(number), 6) * 1.2**0.5 + skill[seats]
        nets = strays - strays.mean(1)[:, None] - rake
        players, net = seats.ravel(), nets.ravel()
        counts = np.bincount(players)
        means = np.bincount(players, net) / counts
        deviations = np.sqrt(np.bincount(players, net**2) / counts - means**2)
        prior = fit_or_assume_population(100 * means, 10 * deviations, counts)
        assert prior.prior.players is not None
        assert prior.prior.mean == pytest.approx(-100 * rake)
        chances.append(chance_to_be_behind(prior.expected_pace(100 * means[0], 10 * deviations[0], number), COMING))
        true = skill[seats][:, 0].mean() - skill[seats].mean() - rake
        outcomes.append(futures(random, np.array([true]))[0])
    halves = np.array_split(np.argsort(chances), 2)
    for half in halves:
        assert np.mean(np.array(chances)[half]) == pytest.approx(np.mean(np.array(outcomes)[half]), abs=2 * TOLERANCE)


def test_few_players_do_not_show_a_spread() -> None:
    random = np.random.default_rng(9)
    rates, deviations = random.normal(50, 5, 60), np.full(60, 29.0)
    played = np.full(60, ENOUGH_HANDS - 1)
    played[: ENOUGH_PLAYERS - 1] = 5_000
    sparse = fit_or_assume_population(rates, deviations, played)
    assert (sparse.prior.mean, sparse.prior.spread, sparse.prior.players) == (0.0, ASSUMED, None)
    played[ENOUGH_PLAYERS - 1] = ENOUGH_HANDS
    fitted = fit_or_assume_population(rates, deviations, played)
    assert fitted.prior.players == ENOUGH_PLAYERS
    assert fitted.prior.mean == pytest.approx(np.average(rates, weights=played))


def test_the_assumed_prior_by_hand() -> None:
    """A result of +30 with a standard error of 10 lies half way between it and 0."""
    pace = assumed_population().expected_pace(30.0, 10.0 * 500**0.5 / 10, 500)
    assert 100 * pace.mean == pytest.approx(15)
    assert 100 * pace.error == pytest.approx(50**0.5)
    still = assumed_population().expected_pace(-3.0, 0.0, 500)
    assert (still.mean, still.error, chance_to_be_behind(still, 10)) == (-0.03, 0.0, 1.0)


def test_players_count_by_currency_and_filters(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_rates, "ENOUGH_HANDS", 20)
    monkeypatch.setattr(win_rates, "ENOUGH_PLAYERS", 2)
    for filters in (Filters(), Filters(players=2), Filters(but="Hero")):
        populations = populations_by_currency(database, filters)
        rows = run_statistic(database, "bb100", filters=Filters(by="player", players=filters.players))
        of_all = [row for row in rows.rows(named=True) if row["high_stake"] is None]
        for currency, population in populations.items():
            own_rows = [row for row in of_all if row["currency"] == currency]
            regulars = sum(row["hands"] >= 20 for row in own_rows)
            assert population.prior.players == (regulars if regulars > 1 else None)
            if regulars > 1:
                mean = np.average([row["bb100"] for row in own_rows], weights=[row["hands"] for row in own_rows])
                assert population.prior.mean == pytest.approx(mean)
    assert any(population.prior.players for population in populations_by_currency(database, Filters()).values())


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of a hero with 500 hands in dollars and 499 in euro."""
    path = tmp_path_factory.mktemp("two") / "poker.duckdb"
    with Database(path) as database:
        for seed, (currency, number) in enumerate({"USD": 500, "EUR": 499}.items(), 1):
            settings = Settings(hands=number, seed=seed, currency=currency, players=(2, 2), chatter=0)
            fill_with_hands(database, deal_hands(settings))
    return path


@pytest.mark.nightly
def test_under_500_hands_nothing_is_said_of_hands_to_come(two: Path, run: Run) -> None:
    text = run("results", "--db", two)[1]
    dollars, euro = text.split("\n\n")[1:]
    for row in ("chance of a loss", "bankroll", "win rate known", "expected win rate"):
        assert f"  {row}  " in dollars
        assert row not in euro
    assert "at least 500 hands are needed to look ahead: 1 more" in euro
    assert "about 0 BB/100, standard deviation 10: assumed" in dollars
    in_dollars, in_euro = json.decode(run("results", "--db", two, "--format", "json")[1])
    assert (in_dollars["hands"], in_euro["hands"], in_euro["prospects"]) == (500, 499, None)
    assert "in 500 hands" in in_dollars["verdict"]
    assert in_dollars["prospects"]["prior"] == {"mean": 0.0, "spread": ASSUMED, "players": None}
    assert in_dollars["prospects"]["low_end"] < in_dollars["prospects"]["bb100"] < in_dollars["prospects"]["high_end"]
    assert in_dollars["net_per_hour_low"] < in_dollars["net_per_hour"] < in_dollars["net_per_hour_high"]
    assert f"({_money(in_dollars['net_per_hour_low'])} to {_money(in_dollars['net_per_hour_high'])})" in dollars


def _money(amount: int) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount) / 100:,.2f}".removesuffix(".00")


@pytest.mark.nightly
def test_more_risk_needs_less(two: Path) -> None:
    with Database(two) as database:
        [low, _], [high, _] = (results.results_by_currency(database, "Hero", Outlook(risk=risk)) for risk in (0.2, 0.5))
    assert low.prospects
    assert high.prospects
    assert low.prospects.loss == high.prospects.loss
    for prospects, risk in ((low.prospects, 0.2), (high.prospects, 0.5)):
        assert (prospects.bankroll is None) == (prospects.losing >= risk)
