"""Amounts as large as the store takes: no sum, square or product of them stops a statistic or a report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import stdev

import pytest
from polars import selectors

from histparse.model.money import LARGEST
from histparse.simulate import Rake, Settings, Stakes, deal_hands
from histparse.stats import Filters, catalogue, run_statistic, run_statistics
from histparse.stats.players import Definitions
from histparse.store import Database
from tests.stats.dealing import database_of_files, database_of_hands
from tests.stats.recount import nets
from tests.store.odd import hand

HUGE = Stakes(LARGEST // 1_000, LARGEST // 500, LARGEST // 2_000)
DEALT = tuple(deal_hands(Settings(hands=40, seed=5, hero="Hero", stakes=(HUGE,), rake=Rake(5, LARGEST))))


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with database_of_hands(DEALT) as database:
        yield database


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(("player", "group"), [("Hero", None), (None, None), (None, "player")])
def test_every_statistic(database: Database, player: str | None, group: str | None) -> None:
    statistics = catalogue()
    answers = run_statistics(database, statistics.values(), player, Filters(by=group))
    for name, figures in zip(statistics, answers, strict=True):
        assert all(column.is_finite().fill_null(value=True).all() for column in figures.select(selectors.float())), name


def test_the_deviation(database: Database) -> None:
    won = [nets(hand)["Hero"] for hand in DEALT]
    last = run_statistic(database, "net_line", "Hero").row(-1, named=True)
    assert last["net"] == sum(won)
    assert last["net_deviation"] == pytest.approx(stdev(won))


def test_the_same_net_in_every_hand_deviates_by_nothing(database: Database) -> None:
    """Rounding must not take the root of less than nothing."""
    rounded = "SELECT deviation(3e15 * 49, 49 * 9e30 - 1e18, 49)"
    Definitions(database.connection).create_for_query(rounded)
    assert database.connection.execute(rounded).fetchall() == [(0.0,)]


def test_the_largest_amounts_overflow_in_no_statistic(tmp_path: Path) -> None:
    file = tmp_path / "large.txt"
    file.write_text("".join(map(hand, range(3))), encoding="utf-8")
    with database_of_files(file) as database:
        database.connection.execute("UPDATE hands SET pot = $most, rake = $most", {"most": LARGEST})
        database.connection.execute("UPDATE seats SET contributed = $most, net = -$most", {"most": LARGEST})
        run_statistics(database, catalogue().values(), "Ann")
        assert run_statistic(database, "rake", "Ann")["rake"].to_list() == [3 * LARGEST]
        assert run_statistic(database, "net_line", "Ann")["net"].to_list() == [-LARGEST, -2 * LARGEST, -3 * LARGEST]
