"""Leaks of players whose cards are dealt: a planted one is found, at its price, and shown with its hands.

HISTPARSE_SOAK=1: more hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from histparse.api.reporting import list_leak_mistakes, price_leaks_by_currency
from histparse.coach.decisions import find_similar_right_decisions
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.observed import (
    DRAW_LINES,
    FOLDED,
    MAY_FOLD,
    Fetched,
    fetch_with_opponents_or_refuse,
)
from histparse.coach.ranges import beat_rates
from histparse.odds.card_sets import Floats
from histparse.odds.low_draws import CLASSES, classes_of_rank_numbers
from histparse.report import gather
from histparse.report.blocks import Grid, section_tables
from histparse.report.charts import charts_if_enough_hands, render_chart
from histparse.report.model import Estimates
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, StatisticsError
from histparse.store import Database
from histparse.system.streams import as_frame
from histparse.view import find_film
from histparse.view.html.page import step_number_at_line
from tests.coach.best_player import best_player
from tests.coach.empty import NO_BETS, NO_RIVERS
from tests.coach.finding import find_leaks
from tests.coach.planted import SOUND_PLAYERS, fill_with, observed, select_kind, true_losses, true_river_losses
from tests.coach.planted_leaks import LEAKS
from tests.conftest import SOAK
from tests.stats.dealing import database_of_files, database_of_hands
from tests.store.filling import BY_HAND

PLAYER = "pat-too-much"
"""Named as the leak that was planted."""
PLANTED = [*LEAKS] if SOAK else [PLAYER, "breaks-raised"]
HANDS = 3_000 if SOAK else 350


@pytest.fixture(scope="module")
def dealt() -> Iterator[dict[str, Database]]:
    """For each leak a table: its player, and two others without one."""
    with ExitStack() as opened:
        databases = {name: opened.enter_context(Database(":memory:")) for name in PLANTED}
        for name, database in databases.items():
            fill_with(database, LEAKS[name], HANDS)
        yield databases


@pytest.fixture
def database(dealt: dict[str, Database]) -> Database:
    return dealt[PLAYER]


@pytest.fixture(scope="module")
def fetched(dealt: dict[str, Database]) -> Fetched:
    return observed(dealt[PLAYER], PLAYER)


def true_cost(database: Database, name: str, fetched: Fetched) -> tuple[float, float]:
    """What the leak costs in a hundred hands, and the standard error."""
    leaks, kind = find_leaks(fetched.observed), NAMES.index(name)
    in_draws = true_losses(database, name, fetched, select_kind(leaks.priced.draws, kind), 20 if SOAK else 5)
    on_the_river = true_river_losses(database, name, fetched, select_kind(leaks.priced.rivers, kind))
    lost: Floats = np.concatenate([in_draws, on_the_river])
    per_hundred = 100 / fetched.observed.hands.sum()
    return float(lost.sum() * per_hundred), float(np.sqrt((lost**2).sum()) * per_hundred)


def find_planted_leak(database: Database, name: str) -> tuple[bool, bool]:
    """Whether the leak comes first, and whether its interval has what it costs in truth."""
    fetched = observed(database, name)
    ranked = find_leaks(fetched.observed).counted.leaks
    leak = next(leak for leak in ranked if leak.kind.name == name)
    truth, error = true_cost(database, name, fetched)
    return ranked[0].kind.name == name, leak.low - 2 * error <= truth <= leak.high + 2 * error


@pytest.mark.skipif(not SOAK, reason="twenty tables take minutes")
@pytest.mark.parametrize(("name", "hands"), [("breaks-raised", 1_000), ("snows", 500)])
def test_planted_leaks_are_found_in_nineteen_of_twenty_tables(name: str, hands: int) -> None:
    verdicts = []
    for seed in range(1, 21):
        with Database(":memory:") as database:
            fill_with(database, LEAKS[name], hands, seed)
            verdicts.append(find_planted_leak(database, name))
    assert np.mean(verdicts, axis=0).min() >= 0.95


@pytest.mark.nightly
def test_a_planted_leak_comes_first_at_its_price(dealt: dict[str, Database]) -> None:
    verdicts = [find_planted_leak(database, name) for name, database in dealt.items()]
    assert [*LEAKS] == [kind.name for kind in KINDS if kind.priced != "bets"]
    assert len(LEAKS) == 11
    assert np.mean(verdicts, axis=0).min() >= 0.9


def test_who_may_fold_and_whose_bet_was_raised_is_read_from_the_hands(database: Database, fetched: Fetched) -> None:
    draws, rows = fetched.observed.draws, database.connection.execute(SPOTS, {"player": PLAYER}).fetchall()
    spots = {row[:2]: row[2:] for row in rows}
    may_fold = np.asarray(draws.opponents[:, MAY_FOLD].any(1))
    observed_spots = [*zip(may_fold.tolist(), draws.was_raised.tolist(), strict=True)]
    assert observed_spots == [spots[key] for key in fetched.draws.select("hand_key", "draw").rows()]
    assert 0.1 < np.mean([may_fold for may_fold, _ in spots.values()]) < 0.9
    assert draws.was_raised.sum() > 10


SPOTS = """
    SELECT own.hand_key, own.draw,
        count(theirs.seat) = 1 AND NOT bool_or(theirs.drawn = 0 AND theirs.draw_seq < own.draw_seq),
        own.draw > 1 AND coalesce(
            (SELECT bool_or(player = $player) AND arg_max(player, seq) <> $player FROM decisions
            WHERE hand_key = own.hand_key AND round = own.draw - 1 AND action IN ('bet', 'raise')), FALSE)
    FROM draws AS own JOIN draws AS theirs USING (hand_key, draw)
    WHERE own.player = $player AND theirs.player <> $player
    GROUP BY ALL
"""


@pytest.mark.nightly
def test_ranges_are_what_the_pool_was_dealt(dealt: dict[str, Database]) -> None:
    """All cards are open: also those of hands that nobody called, which no showdown tells."""
    errors = np.array([_range_errors(database, name) for name, database in dealt.items()])
    assert np.abs(errors).max() < 4  # of 44 at two standard errors, two are beyond them by chance
    assert np.abs(errors.mean(0)).max() < 4 / len(errors) ** 0.5


def _range_errors(database: Database, name: str) -> list[float]:
    """How far off it is how often hands of four classes win, in standard errors."""
    counts = observed(database, name).observed.draw_range.sum(0).reshape(*DRAW_LINES, -1)[2:]
    shares = np.average(beat_rates(counts), axis=0, weights=counts[0].sum(-1))
    rows = database.connection.execute(DEALT, {"player": name}).fetchall()
    held = classes_of_rank_numbers(np.array([number for (number,) in rows if number is not None]))
    errors = []
    for made in (4, 8, 12, 16):
        beaten = (held > made).sum() + (held == made).sum() / 2 + len(rows) - len(held)
        dealt_share = beaten / len(rows)
        errors.append((shares[made] - dealt_share) / (dealt_share * (1 - dealt_share) / len(rows)) ** 0.5)
    return errors


DEALT = """
    SELECT CASE WHEN folded_in IS NULL THEN number END
    FROM draws JOIN seats USING (hand_key, seat) WHERE draw = 3 AND draws.player <> $player
"""


@pytest.mark.nightly
def test_beside_a_price_stands_what_others_lose_whose_cards_are_known(database: Database, fetched: Fetched) -> None:
    row = price_leaks_by_currency(database, PLAYER, Filters()).row(by_predicate=pl.col("leak") == PLAYER, named=True)
    assert row["others"] < row["low"]
    assert row["mistakes"] <= row["spots"] < len(fetched.draws)
    sound_rows = [
        price_leaks_by_currency(database, player, Filters()).row(by_predicate=pl.col("leak") == PLAYER, named=True)
        for player in SOUND_PLAYERS
    ]
    assert all(row["others"] > row["high"] for row in sound_rows)


@pytest.mark.nightly
def test_where_nobody_else_is_known_nothing_stands_beside() -> None:
    settings = Settings(hands=120, seed=3, hero="Hero", players=(3, 3), chatter=0)
    with database_of_hands(deal_hands(settings)) as database:
        assert price_leaks_by_currency(database, "Hero", Filters())["others"].null_count() == len(KINDS) + 1


@pytest.mark.nightly
def test_who_draws_best_against_the_pool_has_no_leak(fetched: Fetched) -> None:
    """They know the pool from other hands than those that price them."""
    pool = fetched.observed
    with Database(":memory:") as database:
        fill_with(database, best_player("Ann", pool), HANDS, seed=2)
        best = observed(database, "Ann").observed
    assert find_leaks(replace(pool, rivers=NO_RIVERS, bets=NO_BETS)).counted.total.price > 1
    assert find_leaks(replace(best, rivers=NO_RIVERS, bets=NO_BETS)).counted.total.price < 0.3


def test_who_bets_the_river_and_folds_to_a_raise_is_no_bettor_to_be_called(fetched: Fetched) -> None:
    river = fetched.observed.river_range
    assert river[..., FOLDED].sum() == 0
    assert river[..., :CLASSES].sum() > 0


@pytest.mark.nightly
def test_a_report_has_them_in_a_section_with_a_chart(database: Database, fetched: Fetched) -> None:
    report = gather(database, PLAYER, lists=False, estimates=Estimates.NONE)
    (section,) = (section for section in report.sections() if section.name == "leaks")
    (grid,) = section_tables(report, section)
    assert isinstance(grid, Grid)
    first = find_leaks(fetched.observed).counted.leaks[0]
    assert [cell.text for cell in grid.rows[0].cells][1] == first.kind.title
    assert any("not proven yet" in cell.text for row in grid.rows for cell in row.cells)
    (chart,) = (chart for chart in charts_if_enough_hands(report) if chart.section == "leaks")
    assert b"Leaks of" in render_chart(chart, "svg")


@pytest.mark.nightly
def test_the_hands_of_a_leak_are_listed(database: Database) -> None:
    leaks = {row["leak"]: row for row in price_leaks_by_currency(database, PLAYER, Filters()).to_dicts()}
    rows = list_leak_mistakes(database, PLAYER, PLAYER, Filters())
    assert len(rows) == leaks[PLAYER]["mistakes"] > 0
    assert rows["big_bets"].sum() * 100 / HANDS == pytest.approx(leaks[PLAYER]["big_bets"])
    assert (rows["did"] != rows["better"]).all()
    assert rows["big_bets"].is_sorted(descending=True)
    with pytest.raises(StatisticsError, match="there is no leak `snow`: did you mean `snows`"):
        list_leak_mistakes(database, PLAYER, "snow", Filters())


@pytest.mark.nightly
def test_who_is_all_in_can_lose_no_more_than_everybody_put_in_as_they_did() -> None:
    settings = Settings(hands=250, seed=8, stacks=(1, 7), callers=0.7, chatter=0)
    with database_of_hands(deal_hands(settings)) as database:
        priced = fetch_with_opponents_or_refuse(database, "Hero", Filters()).draws
        named = as_frame(database.connection.sql("SELECT hand_key, hand_id, big_bet FROM hands"))
        capped = 0
        for row in priced.join(named, on="hand_key").to_dicts():
            film = find_film(database, row["hand_id"])
            step = step_number_at_line(film, row["line"])
            seats_before, seats_after = film.frames[0].seats, film.frames[step].seats
            put_in = [start.stack + start.bet - end.stack for start, end in zip(seats_before, seats_after, strict=True)]
            hero, pot = next(place for place, seat in enumerate(film.view.seats) if seat.hero), film.frames[step].pot
            most = sum(min(chips, put_in[hero]) for chips in put_in) if seats_after[hero].all_in else pot
            assert row["pot"] == pytest.approx(most / row["big_bet"])
            capped += most < pot
        assert capped > 5


@pytest.mark.nightly(1)
@pytest.mark.parametrize("filters", [Filters(position="BTN"), Filters(since=datetime(2013, 2, 4, 22, tzinfo=UTC))])
def test_a_decision_costs_the_same_under_all_filters(database: Database, filters: Filters) -> None:
    filtered, unfiltered = (
        pl.concat([list_leak_mistakes(database, PLAYER, name, chosen) for name in NAMES])
        for chosen in (filters, Filters())
    )
    joined = filtered.join(unfiltered, on=["site", "hand_id", "line"], how="left")
    assert 5 < len(filtered) < len(unfiltered)
    assert joined["big_bets"].to_list() == pytest.approx(joined["big_bets_right"].to_list(), abs=1e-12)
    assert joined["better"].to_list() == joined["better_right"].to_list()


def test_whose_cards_are_not_known_has_no_leaks() -> None:
    with (
        database_of_files(BY_HAND / "by_hand_heads_up_snow.txt") as database,
        pytest.raises(StatisticsError, match="no hand shows the cards of `s0rrow` as played"),
    ):
        price_leaks_by_currency(database, "s0rrow", Filters())


def test_each_mistake_has_a_right_decision_of_its_own_with_the_most_similar_hand() -> None:
    numbers, draws = np.array([10, 50, 51, 49, 300, 50, 52]), np.array([1, 1, 1, 1, 1, 2, 2])
    twins = find_similar_right_decisions(numbers, draws, np.array([1, 2, 5]))
    assert twins.tolist() == [4, -1, 6], "of the same draw, as good or a little worse, and none twice"
    assert find_similar_right_decisions(numbers, draws, np.array([0])).tolist() == [3]
    random = np.random.default_rng(1)
    numbers, draws = random.integers(1, 7463, 500), random.integers(1, 4, 500)
    row = random.permutation(500)[:150]
    twin = find_similar_right_decisions(numbers, draws, row)
    has_twin = twin >= 0
    assert has_twin.sum() > 120
    assert not {*twin[has_twin]} & {*row}
    assert len({*twin[has_twin]}) == has_twin.sum()
    assert (draws[twin[has_twin]] == draws[row[has_twin]]).all()
    assert np.median(np.abs(numbers[twin[has_twin]] - numbers[row[has_twin]])) < 300
