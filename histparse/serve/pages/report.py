"""Step 10, serve: a player's report, sent section by section as it is counted."""

from __future__ import annotations

from functools import partial
from typing import Any

from histparse import Filters, Statistic, Store, statistics
from histparse.api.counting import Counting
from histparse.api.statistics import SECTIONS
from histparse.report.blocks import Grid, GridRow, Line
from histparse.report.differences import Difference, Price
from histparse.report.html.page import of_report
from histparse.report.leaks import LEAKS
from histparse.report.listings import at_stakes, told_apart
from histparse.report.rates import Rate
from histparse.serve.address import Address, player_of
from histparse.serve.hand_addresses import HandAddresses
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/report", "Report", 20, "report.html", True
KEYS = ("player",)
OF_STAKES = frozenset({"low_stake", "high_stake", "currency", "betting"})
"""Columns that the filter of stakes tells apart, or that say more of them."""


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The report; its sections are counted when the template comes to them."""
    player = player_of(store, address)
    counting = Counting(partial(source.kept, store), player, address.filters())
    there = {LEAKS.section, *(one.section for one in statistics().values())}
    hands = HandAddresses(address, player)

    def hands_of(statistic: Statistic, rate: Rate, by: str = "") -> dict[str, str] | None:
        if not rate.own.chances or statistic.listed is None:
            return None
        every = hands.every(statistic, rate.of, by)
        return {"made": hands.made(statistic, rate.of, by) if rate.own.done else every, "every": every}

    def of_row(block: Grid, row: GridRow) -> str:
        """The rows a line of sums adds up; empty where no filter tells them from others."""
        if row.of is None or block.statistic.listed is None:
            return ""
        stakes = at_stakes(row.of, Filters()).stakes
        apart = {*told_apart(block.statistic, row.of), block.by, *(OF_STAKES if stakes else ())}
        if any(value is not None and name not in apart for name, value in row.of.items()):
            return ""
        return hands.every(block.statistic, row.of, block.by, stakes)

    def of_sum(statistic: Statistic) -> str:
        """All rows of a statistic; empty where there are none to list."""
        if statistic.name == LEAKS.name:
            return address.to("/leaks", ("player", player))
        return "" if statistic.listed is None else hands.every(statistic, {})

    def of_line(line: Line) -> dict[str, str] | None:
        return hands_of(line.statistic, line.rate, line.by)

    def of_difference(one: Price | Difference) -> str:
        of_rate = None if isinstance(one, Price) else hands_of(one.statistic, one.rate, one.figures.by)
        return of_sum(LEAKS) if of_rate is None else of_rate["made"]

    return {
        **of_report(counting.report, counting.sections()),
        "results": counting.results,
        "scripts": [],
        "contents": [name for name in SECTIONS if name in there],
        "player": player,
        "hands_of": of_line,
        "hands_of_difference": of_difference,
        "hands_of_row": of_row,
        "hands_of_sum": of_sum,
    }
