"""Step 10, serve: all players with their winnings, sorted and searched, a page at a time."""

from __future__ import annotations

import polars as pl

from histparse import Store
from histparse.report.columns import build_columns
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.masking import rows_with_masked_players, shown_name_contains
from histparse.serve.opponents import build_style_map
from histparse.serve.source import PageRequest, PageValues
from histparse.serve.style_drawing import draw_style_map

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/players", "Players", "All players", 42, "players.html", False
KEYS = ("sort", "up", "find", "page")
SORTS = {"hands": "hands", "net": "net", "bb100": "bb100", "player": "player"}


def template_values(request: PageRequest) -> PageValues:
    """The players of that page."""
    address = request.address
    filters, sort = address.filters(group="player"), address.get_choice("sort", SORTS, "hands")
    up = bool(address.get("up"))
    players = request.ask(Store.players, filters=filters)
    map_of_styles = request.ask(build_style_map, filters)
    if wanted := address.get("find"):
        players = players.filter(shown_name_contains(address, wanted, "player"))
    order = [pl.col("currency"), pl.col(sort)] if sort in {"net"} else [pl.col(sort)]
    down = [False] * (len(order) - 1) + [not up]
    ranked = players.sort([*order, "player"], descending=[*down, False], nulls_last=True)
    page = select_page(address, len(ranked))
    rows = ranked.slice(page.rows_before, PAGE_ROWS)
    return {
        "headings": build_columns(rows),
        "rows": rows_with_masked_players(rows, address),
        "page": page,
        "sort": sort,
        "up": up,
        "sorts": {"player": "player", "hands": "hands", "net": "net", "BB/100": "bb100"},
        "drawings": [] if map_of_styles is None else draw_style_map(map_of_styles, address.mask),
        "kept_fields": ("sort", "up"),
    }
