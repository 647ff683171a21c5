"""The fast lane: columns of `hands` that the header says, for hands of either lane."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from histparse.model.hand import Header, Limit


def _of_tournament(field: str) -> Callable[[Header], object]:
    return lambda header: header.tournament and getattr(header.tournament, field)


OF_HEADER: dict[str, Callable[[Header], object]] = {
    **{name: attrgetter(name) for name in ("site", "hand_id", "zone", "currency", "kind", "mix", "in_sequence")},
    **{name: attrgetter(name) for name in ("small_blind", "big_blind", "ante", "stack_cap")},
    "played_at": attrgetter("utc"),
    "betting": attrgetter("limit.value"),
    "low_stake": attrgetter("low"),
    "high_stake": attrgetter("high"),
    "big_bet": lambda header: header.high if header.limit is Limit.FIXED else 2 * header.high,
    **{name: _of_tournament(name) for name in ("tournament_id", "buy_in", "fee")},
    "tournament_level": _of_tournament("level"),
    "buy_in_bounty": _of_tournament("bounty"),
    "buy_in_currency": _of_tournament("currency"),
}
"""By column, what it holds."""
