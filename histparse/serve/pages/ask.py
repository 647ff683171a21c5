"""Step 10, serve: any statistic of a player, by anything, under any filter."""

from __future__ import annotations

from histparse import groups, statistics
from histparse.model.errors import suggest_names
from histparse.report.model import LONG
from histparse.serve.address import Address, RefusedError
from histparse.serve.counting import IncrementalReport
from histparse.serve.hand_addresses import table_link_functions
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.run import are_rate_columns
from histparse.stats.trends import OVER, trends_in_words

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/ask", "Game", "Ask", 34, "ask.html", False
KEYS = ("player", "stat", "by", "and")
SINGLE_ROW_GROUPS = frozenset({"player", "hero"})
"""Groups with one row where only one player is asked about."""


def template_values(request: PageRequest) -> PageValues:
    """The statistic as a table; rates beside those of the others."""
    address, player = request.address, request.player
    catalogue = {name: statistic for name, statistic in statistics().items() if statistic.chart not in LONG}
    ways = [name for name in groups() if name not in SINGLE_ROW_GROUPS]
    chosen = catalogue[address.require_choice("stat", catalogue, "vpip")]
    grouping = [_require_group(address, name, ways) for name in ("by", "and") if address.get(name)]
    counting = IncrementalReport(request)
    figures, tables = counting.count_statistic(chosen, ",".join(grouping))
    is_over_time = len(grouping) == 1 and grouping[0] in OVER and bool(tables) and are_rate_columns(figures.own.columns)
    return {
        "report": counting.report,
        "player": player,
        "chosen": chosen,
        "tables": tables,
        "trends": trends_in_words(figures.own, grouping[0]) if is_over_time else "",
        "sections": {
            section: [statistic for statistic in catalogue.values() if statistic.section == section]
            for section in dict.fromkeys(statistic.section for statistic in catalogue.values())
        },
        "ways": ways,
        **table_link_functions(address, player),
    }


def _require_group(address: Address, name: str, groups: list[str]) -> str:
    """A group by its name. Raises RefusedError."""
    if (group := address.get(name)) not in groups:
        raise RefusedError(suggest_names("group", str(group), groups))
    return str(group)
