"""What seats have of their hand, so that sums need no join: the same as the hand has, whoever brought it."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
import pytest

from histparse.store import Database
from histparse.store.rows import derived
from tests.store.filling import BY_HAND, fill


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as made:
        fill(made, [BY_HAND], batch_size=40)
        yield made


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", derived.OF_HAND)
def test_seats_have_what_their_hand_has(database: Database, name: str) -> None:
    query = f"""
        SELECT count(*), count(*) FILTER (seats.hand_{name} IS DISTINCT FROM hands.{name}), count(DISTINCT hands.{name})
        FROM seats JOIN hands USING (hand_key)
    """  # noqa: S608 - names of our own columns
    ((seats, different, values),) = database.connection.execute(query).fetchall()
    assert (different, seats > 100, values > 1) == (0, True, True)


@pytest.mark.parametrize(
    ("betting", "low", "high", "stakes"),
    [
        ("fixed limit", 100, 200, "EUR 1/2"),
        ("fixed limit", 50, 105, "EUR 0.50/1.05"),
        ("no limit", 5, 123_456_700, "EUR 0.05/1234567 no limit"),
        ("pot limit", 0, 10, "EUR 0/0.10 pot limit"),
    ],
)
def test_stakes_in_words(betting: str, low: int, high: int, stakes: str) -> None:
    recorded = pl.DataFrame({"currency": ["EUR"], "betting": [betting], "low_stake": [low], "high_stake": [high]})
    assert derived.add_stakes_in_words(recorded)["stakes"].to_list() == [stakes]
