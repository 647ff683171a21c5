"""Amounts as large as the store takes: no sum, square or product of them stops a statistic or a report."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import stdev

import pytest
from polars import selectors

from histparse.model.money import LARGEST
from histparse.simulate import Rake, Settings, Stakes, deal_hands
from histparse.stats import Filters, catalogue, run_statistic, run_statistics
from histparse.stats.players import Definitions
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.stats.recount import nets
from tests.store.filling import fill

HUGE = Stakes(LARGEST // 1_000, LARGEST // 500, LARGEST // 2_000)
DEALT = tuple(deal_hands(Settings(hands=40, seed=5, hero="Hero", stakes=(HUGE,), rake=Rake(5, LARGEST))))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    file = tmp_path_factory.mktemp("huge") / "huge.txt"
    file.write_text(write_all(DEALT), encoding="utf-8")
    with Database(":memory:") as made:
        assert fill(made, [file]).stored == len(DEALT)
        yield made


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize(("player", "group"), [("Hero", None), (None, None), (None, "player")])
def test_every_statistic(database: Database, player: str | None, group: str | None) -> None:
    statistics = catalogue()
    for name, figures in zip(
        statistics, run_statistics(database, statistics.values(), player, Filters(by=group)), strict=True
    ):
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
