"""Beside step 6, watch: a stored hand in a few words - the hero's result, what they held, what was found."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from duckdb import DuckDBPyConnection
from msgspec import Struct

_HANDS = """
    SELECT hands.played_at, hands.site, hands.hand_id, seats.player, seats.net / hands.big_bet, seats.cards,
        (SELECT coalesce(list(code ORDER BY code), []) FROM findings WHERE findings.hand_key = hands.hand_key)
    FROM hands LEFT JOIN seats ON seats.hand_key = hands.hand_key AND seats.hero AND NOT hands.cancelled
    WHERE hands.hand_key IN $keys ORDER BY hands.played_at, hands.path, hands.first_line
"""


class HandLine(Struct, frozen=True):
    """One hand. The hero is whose cards the text shows."""

    played_at: datetime | None
    """UTC; None: the text has no date."""
    site: str
    hand_id: str
    hero: str | None
    result: float | None
    """The hero's net in big bets; None: there is no hero."""
    held: str | None
    """The five cards the hero held at the end or when folding, if known."""
    findings: list[str]
    """The codes of what was found in the hand."""

    def __str__(self) -> str:
        when = f"{self.played_at:%Y-%m-%d %H:%M}" if self.played_at else "no date"
        result = "no hero" if self.result is None else f"{self.hero} {self.result:+.2f} BB"
        words = (when, f"{self.site} {self.hand_id}", result, self.held or "cards unknown", " ".join(self.findings))
        return "  ".join(filter(None, words))


def hand_lines(connection: DuckDBPyConnection, keys: Collection[int]) -> list[HandLine]:
    """Stored hands by their keys, in the order they were played."""
    rows = connection.execute(_HANDS, {"keys": [*keys]}).fetchall() if keys else []
    return [HandLine(*row) for row in rows]
