"""Step 10, serve: the way from a figure to its hands, as an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from histparse import Statistic
from histparse.report.listings import told
from histparse.serve.address import Address
from histparse.serve.calendar import Day

BEGAN = "%Y-%m-%d %H:%M"
"""How a session is named: when it began."""


class HandAddresses:
    """The addresses of the hands behind the figures of a player, with the filters of the page."""

    def __init__(self, address: Address, player: str) -> None:
        self._page, self._player = address, player

    def every(self, statistic: Statistic, of: Mapping[str, Any], by: str = "", *narrower: tuple[str, str]) -> str:
        """The opportunities of a rate, or the rows that another figure adds up; `narrower`: filters of their own."""
        return self._address(told(statistic, of, by, made=False), *narrower)

    def made(self, statistic: Statistic, of: Mapping[str, Any], by: str = "", *narrower: tuple[str, str]) -> str:
        """Where a rate was made."""
        return self._address(told(statistic, of, by, made=True), *narrower)

    def _address(self, said: Iterable[tuple[str, str]], *narrower: tuple[str, str]) -> str:
        """Nothing in an address is empty."""
        named = [(name, value or "yes") for name, value in said]
        return self._page.to("/hands", ("player", self._player), *named, *narrower)


def session_address(address: Address, player: str, zone: str, row: Mapping[str, Any], path: str = "/session") -> str:
    """The page of a session, a row of the statistic of that name, or its hands."""
    said = ("player", player), ("stat", "bb100"), ("of", f"currency={row['currency']}")
    began = f"{row['began']:{BEGAN}}"
    return address.to(path, *said, ("session", began), ("tz", zone), *address.kept(("names",)))


def address_of_day(address: Address, player: str, zone: str, day: Day) -> str:
    """The page of the only session of a day, or all hands of the day."""
    if len(day.sessions) == 1:
        return session_address(address, player, zone, day.sessions[0])
    said = ("player", player), ("stat", "bb100"), ("from", f"{day.date}"), ("to", f"{day.date}")
    return address.to("/hands", *said)
