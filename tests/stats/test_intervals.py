"""Intervals of means are Student's, against printed tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from histparse.simulate import Settings, deal_hands
from histparse.stats import catalogue
from histparse.stats.players import Definitions
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import fill

PRINTED = {
    1: 12.706205,
    2: 4.302653,
    5: 2.570582,
    9: 2.262157,
    20: 2.085963,
    30: 2.042272,
    120: 1.979930,
    1_000: 1.962339,
    10**9: 1.959964,
}
"""The 97.5 % point by degrees of freedom."""


def test_student() -> None:
    with Database(":memory:") as database:
        Definitions(database.connection).create_for_query("student")
        points = database.connection.execute("SELECT student(unnest(?)::BIGINT)", [[*PRINTED]]).fetchall()
    assert [point for (point,) in points] == pytest.approx([*PRINTED.values()], abs=1e-6)


@pytest.mark.nightly
def test_of_few_hands_the_interval_covers_less_and_misses_what_lies_above(tmp_path: Path) -> None:
    """What the definition of BB/100 says: nine times in ten of ten hands, 94 in 100 of a hundred."""
    settings = Settings(hands=400, seed=5, hero=None, chatter=0, players=(6, 6))
    (tmp_path / "dealt.txt").write_text(write_all(deal_hands(settings)), encoding="utf-8")
    with Database(":memory:") as database:
        fill(database, [tmp_path / "dealt.txt"])
        rows = database.connection.execute("SELECT net / hand_big_bet FROM seats WHERE dealt_in").fetchall()
    net = np.array([row[0] for row in rows])
    covered = {}
    for hands, point in ((10, PRINTED[9]), (100, 1.984217)):
        samples = np.random.default_rng(1).choice(net, (4_000, hands))
        gaps = (net.mean() - samples.mean(1)) / (samples.std(1, ddof=1) / np.sqrt(hands))
        covered[hands] = float(np.mean(abs(gaps) < point))
        assert np.mean(gaps > point) > 3 * np.mean(gaps < -point)
    assert covered[10] == pytest.approx(0.90, abs=0.03)
    assert covered[100] == pytest.approx(0.94, abs=0.02)
    assert "90 times in 100 with ten hands, 94 with a hundred" in catalogue()["bb100"].definition


@pytest.mark.parametrize("mean", [125.6615234375, -0.0000000005, 0.0000000005])
def test_a_mean_between_two_is_rounded_up_in_whatever_order_its_sum_was_made(mean: float) -> None:
    """Sums of the same fractions differ by a few units in the thirteenth place."""
    with Database(":memory:") as database:
        Definitions(database.connection).create_for_query("steady")
        query = "SELECT count(DISTINCT steady(mean)), min(steady(mean)) FROM (SELECT unnest(?) AS mean)"
        [row] = database.connection.execute(query, [[mean - 1e-12, mean, mean + 1e-12]]).fetchall()
    assert row == (1, pytest.approx(mean + 5e-10, abs=1e-13))
