"""The rate and its interval, against the equation that defines Wilson's interval."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.stats.players import Definitions
from histparse.store import Database

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
