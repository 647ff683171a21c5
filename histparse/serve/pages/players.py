"""Step 10, serve: all players with their winnings, sorted and searched, a page at a time."""

from __future__ import annotations

from histparse import Store
from histparse.report.columns import build_columns
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.masking import rows_with_shown_and_true_names, shown_name_contains
from histparse.serve.opponents import build_style_map
from histparse.serve.source import PageRequest, PageValues
from histparse.serve.style_drawing import draw_style_map

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/players", "Players", "All players", 42, "players.html", False
KEYS = ("sort", "up", "find", "page")
SORTS = {"player": "player", "hands": "hands", "net": "net", "BB/100": "bb100"}
"""What can be sorted by, by heading."""


def template_values(request: PageRequest) -> PageValues:
    """The players of that page."""
    address = request.address
    filters, sort = address.filters(by="player"), address.require_choice("sort", SORTS.values(), "hands")
    up = bool(address.get("up"))
    players = request.call_cached(Store.players, filters=filters)
    map_of_styles = request.call_cached(build_style_map, filters)
    if wanted := address.get("find"):
        players = players.filter(shown_name_contains(address, wanted, "player"))
    order = ["currency", sort, "player"] if sort == "net" else [sort, "player"]
    ranked = players.sort(order, descending=[column == sort and not up for column in order], nulls_last=True)
    page = select_page(address, len(ranked))
    rows = ranked.slice(page.rows_before, PAGE_ROWS)
    return {
        "headings": build_columns(rows),
        "rows": rows_with_shown_and_true_names(rows, address),
        "page": page,
        "sort": sort,
        "up": up,
        "sorts": SORTS,
        "drawings": [] if map_of_styles is None else draw_style_map(map_of_styles, address.mask_if_hidden),
        "kept_fields": ("sort", "up"),
    }
