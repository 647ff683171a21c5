"""Step 10, serve: any statistic of a player, by anything, under any filter."""

from __future__ import annotations

from typing import Any

from histparse import groups, statistics
from histparse.model.errors import absent
from histparse.report.model import LONG
from histparse.serve.address import Address, RefusedError
from histparse.serve.counting import Counting
from histparse.serve.hand_addresses import table_links
from histparse.serve.source import PageRequest
from histparse.stats.run import has_rate
from histparse.stats.trends import OVER, trends_in_words

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/ask", "Ask", 22, "ask.html", False
KEYS = ("player", "stat", "by", "and")
OF_ONE = frozenset({"player", "hero"})
"""Groups with one row where only one player is asked about."""


def shown(request: PageRequest) -> dict[str, Any]:
    """The statistic as a table; rates beside those of the others."""
    address, player = request.address, request.player
    there = {name: one for name, one in statistics().items() if one.chart not in LONG}
    ways = [name for name in groups() if name not in OF_ONE]
    asked = there[address.choice("stat", there, "vpip")]
    by = [_way(address, name, ways) for name in ("by", "and") if address.get(name)]
    counting = Counting(request)
    figures, tables = counting.asked(asked, ",".join(by))
    is_over_time = len(by) == 1 and by[0] in OVER and bool(tables) and has_rate(figures.own.columns)
    return {
        "report": counting.report,
        "player": player,
        "asked": asked,
        "tables": tables,
        "trends": trends_in_words(figures.own, by[0]) if is_over_time else "",
        "sections": {
            section: [one for one in there.values() if one.section == section]
            for section in dict.fromkeys(one.section for one in there.values())
        },
        "ways": ways,
        **table_links(address, player),
    }


def _way(address: Address, name: str, ways: list[str]) -> str:
    """A group by its name. Raises RefusedError."""
    if (said := address.get(name)) not in ways:
        raise RefusedError(absent("group", str(said), ways))
    return str(said)
