"""Step 10, serve: what the figures in tables and charts lead to - the address of the hands that they count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from histparse import Filters, Statistic, statistics
from histparse.coach.kinds import KINDS
from histparse.report.blocks import Grid, GridRow, Line
from histparse.report.columns import Row
from histparse.report.differences import Difference, Mistake
from histparse.report.leaks import LEAKS
from histparse.report.listings import at_stakes, listed_key, row_options
from histparse.report.model import Rate
from histparse.serve.address import FILTERS, Address
from histparse.serve.calendar import Day
from histparse.serve.source import PageRequest

if TYPE_CHECKING:
    from histparse.report.charts.style import Counted

BEGAN = "%Y-%m-%d %H:%M"
"""How a session is named: when it began."""


class HandAddresses:
    """The addresses of the hands behind the figures of a player, with the filters of the page."""

    def __init__(self, address: Address, player: str) -> None:
        self._page, self._player = address, player

    def every(self, statistic: Statistic, of: Mapping[str, Any], by: str = "", *narrower: tuple[str, str]) -> str:
        """The opportunities of a rate, or the rows that another figure adds up; `narrower`: filters of their own."""
        return self._address(row_options(statistic, of, by, made=False), *narrower)

    def made(self, statistic: Statistic, of: Mapping[str, Any], by: str = "", *narrower: tuple[str, str]) -> str:
        """Where a rate was made."""
        return self._address(row_options(statistic, of, by, made=True), *narrower)

    def _address(self, options: Iterable[tuple[str, str]], *narrower: tuple[str, str]) -> str:
        """Nothing in an address is empty."""
        named = [(name, value or "yes") for name, value in options]
        return self._page.to("/hands", ("player", self._player), *named, *narrower)


def session_address(request: PageRequest, row: Mapping[str, Any], path: str = "/session") -> str:
    """The page of a session, a row of the statistic of that name, or its hands."""
    address, zone = request.address, request.filters.zone
    said = ("player", request.player), ("stat", "bb100"), ("of", f"currency={row['currency']}")
    began = f"{row['began']:{BEGAN}}"
    return address.to(path, *said, ("session", began), ("tz", zone), *address.kept(("names",)))


def address_of_day(request: PageRequest, day: Day) -> str:
    """The page of the only session of a day, or all hands of the day."""
    if len(day.sessions) == 1:
        return session_address(request, day.sessions[0])
    said = ("player", request.player), ("stat", "bb100"), ("from", f"{day.date}"), ("to", f"{day.date}")
    return request.address.to("/hands", *said)


# --- links of tables --------------------------------------------------------------------------------------------------

OF_STAKES = frozenset({"low_stake", "high_stake", "currency", "betting"})
"""Columns that the filter of stakes tells apart, or that say more of them."""
LEAK_NAMES = {kind.title: kind.name for kind in KINDS}
"""The names of leaks in addresses, by what tables and charts call them."""


def table_links(address: Address, player: str) -> dict[str, Any]:
    """What the templates of tables ask for addresses, under the names they know."""
    links = _TableLinks(address, player)
    return {
        "hands_of": links.of_line,
        "hands_of_difference": links.of_difference,
        "hands_of_mistake": links.of_mistake,
        "hands_of_mark": links.of_mark,
        "hands_of_row": links.of_row,
        "hands_of_sum": links.of_sum,
    }


class _TableLinks:
    """The addresses of a player's hands."""

    def __init__(self, address: Address, player: str) -> None:
        self._address, self._player = address, player
        self._hands = HandAddresses(address, player)

    @cached_property
    def _statistics(self) -> Mapping[str, Statistic]:
        """Read once a page, not for each of its hundreds of marks."""
        return statistics()

    def of_line(self, line: Line) -> dict[str, str] | None:
        """Where a rate was made, and where it could be; None where no filter tells its hands from others."""
        return self._of_rate(line.statistic, line.rate, line.group)

    def of_difference(self, one: Difference) -> str:
        """Where a rate was made that differs; empty where no filter tells its hands from others."""
        hands = self._of_rate(one.statistic, one.rate, one.figures.by)
        return "" if hands is None else hands["made"]

    def of_mistake(self, one: Mistake) -> str:
        """The list of all mistakes of that kind."""
        return self._address.to("/leaks", ("player", self._player), ("leak", LEAK_NAMES[one.row["leak"]]))

    def of_row(self, block: Grid, row: GridRow) -> str:
        """The rows a line of sums adds up; empty where no filter tells them from others."""
        return "" if row.key is None else self._of_rows(block.statistic, row.key, block.group)

    def of_mark(self, hands: Counted) -> str:
        """What a mark of a chart counts; empty where no filter tells those from others."""
        if hands.statistic == LEAKS.name:
            return self._address.to("/leaks", ("player", self._player), ("leak", LEAK_NAMES[hands.of["leak"]]))
        day = (("from", hands.day), ("to", hands.day)) if hands.day else ()
        return self._of_rows(self._statistics[hands.statistic], hands.of, hands.by, *day, made=hands.made)

    def of_sum(self, statistic: Statistic) -> str:
        """All rows of a statistic; empty where there are none to list."""
        if statistic.name == LEAKS.name:
            return self._address.to("/leaks", ("player", self._player))
        return "" if statistic.listed is None else self._hands.every(statistic, {})

    def _of_rows(self, statistic: Statistic, of: Row, by: str, *narrower: tuple[str, str], made: bool = False) -> str:
        if statistic.listed is None or not _has_filters(of, by):
            return ""
        stakes = at_stakes(of, Filters()).stakes
        apart = {*listed_key(statistic, of), *by.split(","), *(OF_STAKES if stakes else ())}
        if any(value is not None and name not in apart for name, value in of.items()):
            return ""
        if made:
            return self._hands.made(statistic, of, by)
        return self._hands.every(statistic, of, by, *narrower, *([("stakes", stakes)] if stakes else []))

    def _of_rate(self, statistic: Statistic, rate: Rate, by: str) -> dict[str, str] | None:
        if not rate.player.chances or statistic.listed is None or not _has_filters(rate.key, by):
            return None
        every = self._hands.every(statistic, rate.key, by)
        return {"made": self._hands.made(statistic, rate.key, by) if rate.player.made else every, "every": every}


def _has_filters(of: Row, by: str) -> bool:
    """Whether hands can be filtered by the groups of a row: by a position, but not by an hour of the day."""
    return all(name in FILTERS and of[name] is not None for name in by.split(",") if name)
