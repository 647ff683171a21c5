"""How cards are known stands in each row, as a join with the showdowns and the draws would tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.store import Database
from tests.conftest import NIGHTLY
from tests.store.filling import BY_HAND, SAMPLES, fill, rows

DIFFERENT = {
    "seats": """
        SELECT count(*) FROM seats LEFT JOIN showdowns AS s USING (hand_key, seat)
        WHERE printed <> (s.cards IS NOT NULL)
    """,
    "draws": """
        SELECT count(*) FROM draws AS d LEFT JOIN showdowns AS s USING (hand_key, seat)
        WHERE d.printed <> coalesce(s.cards = d.held_after, false)
    """,
    "decisions: printed": """
        SELECT count(*) FROM decisions JOIN seats USING (hand_key, seat) WHERE decisions.printed <> seats.printed
    """,
    "decisions: seen before the draw": """
        SELECT count(*) FROM decisions JOIN seats USING (hand_key, seat) WHERE round = 0 AND seen <> dealt_seen
    """,
    "decisions: seen later": """
        SELECT count(*) FROM decisions AS a JOIN draws AS d USING (hand_key, seat)
        WHERE round = draw AND a.seen <> (d.seen AND number_after IS NOT NULL)
    """,
}
"""By what is compared, how many rows say otherwise than the join."""


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with Database(":memory:") as made:
        fill(made, [SAMPLES] if NIGHTLY else BY_HAND.glob("by_hand_*"))
        yield made


def test_rows_say_what_the_join_says(database: Database) -> None:
    for comparison, query in DIFFERENT.items():
        assert rows(database, query) == [(0,)], comparison
    for table in ("seats", "draws", "decisions"):
        assert len(rows(database, f"SELECT DISTINCT printed FROM {table}")) == 2  # noqa: S608 - names of ours
