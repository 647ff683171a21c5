"""Intervals of means are Student's, against printed tables; those of rates are Wilson's, against their equation."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.simulate import Settings, deal_hands
from histparse.stats import catalogue
from histparse.stats.players import Definitions
from histparse.store import Database
from tests.stats.dealing import database_of_hands

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
def test_of_few_hands_the_interval_covers_less_and_misses_what_lies_above() -> None:
    """What the definition of BB/100 says: nine times in ten of ten hands, 94 in 100 of a hundred."""
    settings = Settings(hands=400, seed=5, hero=None, chatter=0, players=(6, 6))
    with database_of_hands(deal_hands(settings)) as database:
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


# -- rates -----------------------------------------------------------------------------------------------------

Z = 1.959963984540054


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with Database(":memory:") as database:
        Definitions(database.connection).create_for_query("rate")
        yield database.connection


def rate(connection: duckdb.DuckDBPyConnection, count: int, chances: int) -> tuple[float | None, ...]:
    question = "SELECT r.rate, r.low, r.high FROM (SELECT rate($done, $chances) AS r)"
    (row,) = connection.execute(question, {"done": count, "chances": chances}).fetchall()
    return row


def test_without_a_chance_there_is_no_rate(connection: duckdb.DuckDBPyConnection) -> None:
    assert rate(connection, 0, 0) == (None, None, None)


@given(data=st.data())
def test_the_ends_are_where_the_rate_is_just_believable(
    connection: duckdb.DuckDBPyConnection, data: st.DataObject
) -> None:
    chances = data.draw(st.integers(1, 10**7))
    count = data.draw(st.integers(0, chances))
    share, low, high = rate(connection, count, chances)
    assert share is not None
    assert low is not None
    assert high is not None
    assert share == count / chances
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        # Wilson: the rate lies z standard errors from the end, the error being that of the end itself.
        assert isclose((share - end) ** 2, Z**2 * end * (1 - end) / chances, rel_tol=1e-6, abs_tol=1e-9)


def test_a_published_value(connection: duckdb.DuckDBPyConnection) -> None:
    """81 of 263: 25.5 % to 36.6 % (Newcombe 1998, table I, method 3)."""
    _, low, high = rate(connection, 81, 263)
    assert (round(low or 0, 4), round(high or 0, 4)) == (0.2553, 0.3662)
