"""Step 10, serve: a player's report, sent section by section as it is counted."""

from __future__ import annotations

from functools import partial
from typing import Any

from histparse import Store, statistics
from histparse.api.counting import Counting
from histparse.api.statistics import SECTIONS
from histparse.report.html.page import of_report
from histparse.report.leaks import LEAKS
from histparse.serve.address import Address, player_of
from histparse.serve.source import Source
from histparse.serve.table_links import table_links

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/report", "Report", 20, "report.html", True
KEYS = ("player",)


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The report; its sections are counted when the template comes to them."""
    player = player_of(store, address)
    counting = Counting(partial(source.kept, store), player, address.filters(), address.word)
    there = {LEAKS.section, *(one.section for one in statistics().values())}
    return {
        **of_report(counting.report, counting.sections()),
        "results": counting.results,
        "scripts": [],
        "contents": [name for name in SECTIONS if name in there],
        "player": player,
        **table_links(address, player),
    }
