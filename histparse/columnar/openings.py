"""The fast lane: what stands above the seats - who may be plain at all, and what the hand is played for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from histparse.columnar.compiled import one
from histparse.columnar.headers import Headers
from histparse.columnar.state import NO_CAP, FirstToShow, Stakes
from histparse.model import house as houses
from histparse.model.hand import Header, Limit, Table
from histparse.model.house import House, Source
from histparse.model.money import SIGNS
from histparse.reader import HandText
from histparse.replay.payouts import UNBROKEN
from histparse.rules.plausible import impossible_level, possible_times

FIRST = {
    houses.FirstToShow.LEFT_OF_BUTTON: FirstToShow.LEFT_OF_BUTTON,
    houses.FirstToShow.LAST_AGGRESSOR: FirstToShow.LAST_AGGRESSOR,
    houses.FirstToShow.UNKNOWN: FirstToShow.ANYBODY,
}
ANY_SIZE = 1 << 20
"""The last seat of a table whose size is not known."""
MOST = 1 << 12
"""Kinds of openings that are remembered."""


class Opening(NamedTuple):
    """The first two lines of a hand that may be plain."""

    header: Header
    table: Table
    size: int
    """Bytes of the two lines, with their ends."""
    stakes: Stakes


class Openings:
    """Reads the openings of hands of one site and house."""

    def __init__(self, site: str, house: House) -> None:
        self._house = house
        self._headers = Headers(site)
        self._stakes: dict[tuple[int, str], Stakes | None] = {}
        """By kind of opening."""

    def read(self, texts: Iterable[HandText]) -> list[Opening | None]:
        """By text, its opening; None where the hand cannot be plain."""
        times = possible_times()
        return [None if text.heading or text.other_text else self._read(text.text, times) for text in texts]

    def _read(self, text: str, times: tuple[datetime, datetime]) -> Opening | None:
        reading = self._headers.read(text)
        if reading is None:
            return None
        header, table, kind, end = reading
        if kind not in self._stakes:
            if len(self._stakes) >= MOST:
                self._stakes.clear()
            self._stakes[kind] = self._stakes_of(header, table)
        stakes = self._stakes[kind]
        if stakes is None or not _is_plausible(header, times):
            return None
        if any(text.find(sign, end) >= 0 for sign in _other_signs(header.currency)):
            return None
        return Opening(header, table, len(text[:end].encode()), stakes)

    def _stakes_of(self, header: Header, table: Table) -> Stakes | None:
        """What hands with such a header are played for at that table; None where they are not plain."""
        if not _is_plain(header) or table.button is None:
            return None
        stakes: Any = one(Stakes)
        house = self._house
        stakes.small_bet, stakes.big_bet = header.low, header.high
        stakes.button, stakes.is_tournament = table.button, header.tournament is not None
        stakes.whole_chips = 100 if header.currency in UNBROKEN else 1
        stakes.highest_seat = table.seats or ANY_SIZE
        stakes.cap = NO_CAP if house.cap == "none" else house.cap
        stakes.completes = house.short_raise is houses.ShortRaise.COMPLETES
        stakes.announces_cap, stakes.most_players = house.announces_cap, house.most_players
        stakes.first_to_show = FIRST[house.first_to_show]
        stakes.folds_return = Source.FOLDED_HANDS in house.reshuffled
        return stakes  # type: ignore[no-any-return]  # numpy's records have no such type


def _is_plain(header: Header) -> bool:
    """Fixed limit, blinds by the stakes."""
    extra = (header.small_blind, header.big_blind, header.ante, header.stack_cap)
    return (
        header.limit is Limit.FIXED
        and extra == (None, None, None, None)
        and 0 < header.low <= header.high
        and not any(impossible_level(header))
    )


def _is_plausible(header: Header, times: tuple[datetime, datetime]) -> bool:
    moment, (first, last) = header.played_at, times
    return moment is None or first <= moment <= last


@lru_cache
def _other_signs(currency: str) -> tuple[str, ...]:
    """The signs of all other currencies: an amount in one of them is a finding."""
    return tuple(sign for sign in SIGNS.values() if sign != SIGNS.get(currency))
