"""Filters made in Python: days as texts are read, what cannot be a value is refused where it is said."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from histparse import Filters, StatisticsError


def test_days_and_times_may_be_texts() -> None:
    filters = Filters(since="2013-01-01", until="2013-02-01T20:00+00:00")  # type: ignore[arg-type] # what is tested
    assert filters.since == date(2013, 1, 1)
    assert filters.until == datetime(2013, 2, 1, 20, tzinfo=UTC)
    assert Filters(since="2013-02", until="2014") == Filters(since=date(2013, 2, 1), until=date(2014, 1, 1))  # type: ignore[arg-type] # as above
    assert filters == Filters(since=date(2013, 1, 1), until=datetime(2013, 2, 1, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"since": "2013-13-01"}, "since= is a day like 2024-01-31, or a time like 2024-01-31T20:00, not `2013-13-01`"),
        ({"until": "soon"}, "until= is a day like"),
        ({"since": "2013-13"}, "`2013-13` is no month"),
        ({"last": "soon"}, "`soon` is no period"),
        ({"last": 7}, "last= is a text, not `7`"),
        ({"players": "6"}, "players= is a number, not `6`"),
        ({"players": True}, "players= is a number, not `True`"),
        ({"site": 7}, "site= is a text, not `7`"),
        ({"tournament": "yes"}, "tournament= is True or False, not `yes`"),
        ({"since": 2013}, "since= is a day or a time, not `2013`"),
    ],
)
def test_what_cannot_be_a_value_is_refused_at_once(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StatisticsError) as refused:
        Filters(**arguments)
    assert str(refused.value).startswith(sentence)
