"""Intervals of means are Student's, against printed tables."""

from __future__ import annotations

import pytest

from histparse.stats.scripts import prepare
from histparse.store import Database

pytestmark = pytest.mark.untraced

PRINTED = {
    1: 12.706205,
    2: 4.302653,
    3: 3.182446,
    4: 2.776445,
    5: 2.570582,
    6: 2.446912,
    7: 2.364624,
    8: 2.306004,
    9: 2.262157,
    10: 2.228139,
    15: 2.131450,
    19: 2.093024,
    20: 2.085963,
    21: 2.079614,
    25: 2.059539,
    29: 2.045230,
    30: 2.042272,
    40: 2.021075,
    60: 2.000298,
    100: 1.983972,
    120: 1.979930,
    1_000: 1.962339,
    10**9: 1.959964,
}
"""The 97.5 % point by degrees of freedom."""


@pytest.mark.parametrize(("freedom", "point"), PRINTED.items())
def test_student(freedom: int, point: float) -> None:
    with Database(":memory:") as database:
        prepare(database.connection, "student")
        ((found,),) = database.connection.execute("SELECT student(?::BIGINT)", [freedom]).fetchall()
    assert found == pytest.approx(point, abs=1e-6)


def test_one_hand_has_no_interval() -> None:
    with Database(":memory:") as database:
        prepare(database.connection, "student reach")
        assert database.connection.execute("SELECT student(0), reach(NULL, 1)").fetchall() == [(None, None)]
