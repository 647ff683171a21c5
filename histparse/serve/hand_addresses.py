"""Step 10, serve: what the figures in tables and charts lead to - the address of the hands that they count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from histparse import Filters, Statistic, statistics
from histparse.coach.kinds import KINDS
from histparse.report.blocks import Grid, GridRow, Line
from histparse.report.differences import Difference, Mistake
from histparse.report.listings import listed_part_of_key, listing_options_for_row, narrow_to_stakes
from histparse.report.model import Rate, Row
from histparse.report.priced_leaks import LEAKS
from histparse.serve.address import FILTERS, YES, Address
from histparse.serve.calendar import Day
from histparse.serve.source import PageRequest

if TYPE_CHECKING:
    from histparse.report.charts.style import CountedHands

SESSION_FORMAT = "%Y-%m-%d %H:%M"
"""How a session is named: when it began."""


def counted_hands_address(
    address: Address,
    player: str,
    statistic: Statistic,
    row: Row,
    groups: str = "",
    *extra_filters: tuple[str, str],
    only_made: bool = False,
) -> str:
    """The hands behind a figure, with the filters of the page: its opportunities or rows, or `only_made`."""
    options = listing_options_for_row(statistic, row, groups, made=only_made)
    named = ((name, value or YES) for name, value in options)  # nothing in an address is empty
    return address.filtered_link("/hands", ("player", player), *named, *extra_filters)


def session_address(request: PageRequest, session_row: Row, path: str = "/session") -> str:
    """The page of a session, a row of the statistic of that name, or its hands."""
    address, zone = request.address, request.filters.zone
    hands = ("player", request.player), ("stat", "bb100"), ("of", f"currency={session_row['currency']}")
    session = f"{session_row['began']:{SESSION_FORMAT}}"
    return address.filtered_link(path, *hands, ("session", session), ("tz", zone), *address.pick_parameters(("names",)))


def day_or_session_address(request: PageRequest, day: Day) -> str:
    """The page of the only session of a day, or all hands of the day."""
    if len(day.sessions) == 1:
        return session_address(request, day.sessions[0])
    parameters = ("player", request.player), ("stat", "bb100"), ("from", f"{day.date}"), ("to", f"{day.date}")
    return request.address.filtered_link("/hands", *parameters)


# --- links of tables --------------------------------------------------------------------------------------------------

OF_STAKES = frozenset({"low_stake", "high_stake", "currency", "betting"})
"""Columns that the filter of stakes tells apart, or that say more of them."""
LEAK_NAMES = {kind.title: kind.name for kind in KINDS}
"""The names of leaks in addresses, by what tables and charts call them."""


def table_link_functions(address: Address, player: str) -> dict[str, Any]:
    """Return the functions that templates of tables ask for addresses, by the names they know."""
    links = _TableLinks(address, player)
    return {
        "card_of": links.link_opponent_notes,
        "hands_of": links.link_made_and_chances,
        "hands_of_difference": links.link_difference,
        "hands_of_mistake": links.link_leak_of_mistake,
        "hands_of_mark": links.link_chart_mark,
        "hands_of_row": links.link_row,
        "hands_of_sum": links.link_all_rows,
    }


class _TableLinks:
    """The addresses of a player's hands."""

    def __init__(self, address: Address, player: str) -> None:
        self._address, self._player = address, player
        self._hands = partial(counted_hands_address, address, player)

    @cached_property
    def _statistics(self) -> Mapping[str, Statistic]:
        """Read once a page, not for each of its hundreds of marks."""
        return statistics()

    def link_made_and_chances(self, line: Line) -> dict[str, str] | None:
        """Where a rate was made, and where it could be; None where no filter tells its hands from others."""
        return self._made_and_chances_links(line.statistic, line.rate, line.group)

    def link_opponent_notes(self, line: Line) -> str:
        """The card of the opponent that a row is about; empty for every other row."""
        name = line.rate.key.get("opponent")
        return self._address.filtered_link("/notes", ("player", name)) if name else ""

    def link_difference(self, difference: Difference) -> str:
        """Where a rate was made that differs; empty where no filter tells its hands from others."""
        hands = self._made_and_chances_links(difference.statistic, difference.rate, difference.figures.by)
        return "" if hands is None else hands["made"]

    def link_leak_of_mistake(self, mistake: Mistake) -> str:
        """The list of all mistakes of that kind."""
        return self._leaks_address(mistake.row["leak"])

    def link_row(self, block: Grid, row: GridRow) -> str:
        """The rows a line of sums adds up; empty where no filter tells them from others."""
        return "" if row.key is None else self._rows_address_if_filterable(block.statistic, row.key, block.group)

    def link_chart_mark(self, hands: CountedHands) -> str:
        """Link to the hands that a mark of a chart counts; empty where no filter tells those from others."""
        if hands.statistic == LEAKS.name:
            return self._leaks_address(hands.of["leak"])
        day = (("from", hands.day), ("to", hands.day)) if hands.day else ()
        return self._rows_address_if_filterable(
            self._statistics[hands.statistic], hands.of, hands.by, *day, only_made=hands.made
        )

    def link_all_rows(self, statistic: Statistic) -> str:
        """All rows of a statistic; empty where there are none to list."""
        if statistic.name == LEAKS.name:
            return self._leaks_address()
        return "" if statistic.listed_rows_sql is None else self._hands(statistic, {})

    def _leaks_address(self, leak_title: str = "") -> str:
        """The list of all leaks, or of the mistakes of the kind with that title."""
        return self._address.filtered_link("/leaks", ("player", self._player), ("leak", LEAK_NAMES.get(leak_title, "")))

    def _rows_address_if_filterable(
        self, statistic: Statistic, row: Row, groups: str, *extra_filters: tuple[str, str], only_made: bool = False
    ) -> str:
        if statistic.listed_rows_sql is None or not _can_filter_by_groups(row, groups):
            return ""
        stakes = narrow_to_stakes(row, Filters()).stakes
        filterable = {*listed_part_of_key(statistic, row), *groups.split(","), *(OF_STAKES if stakes else ())}
        if any(value is not None and name not in filterable for name, value in row.items()):
            return ""
        return self._hands(
            statistic, row, groups, *extra_filters, *([("stakes", stakes)] if stakes else []), only_made=only_made
        )

    def _made_and_chances_links(self, statistic: Statistic, rate: Rate, groups: str) -> dict[str, str] | None:
        if not rate.player.chances or statistic.listed_rows_sql is None or not _can_filter_by_groups(rate.key, groups):
            return None
        made, every = (
            self._hands(statistic, rate.key, groups, only_made=only_made)
            for only_made in (bool(rate.player.made), False)
        )
        return {"made": made, "every": every}


def _can_filter_by_groups(row: Row, groups: str) -> bool:
    """Whether hands can be filtered by the groups of a row: by a position, but not by an hour of the day."""
    return all(name in FILTERS and row[name] is not None for name in groups.split(",") if name)
