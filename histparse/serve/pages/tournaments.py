"""Step 10, serve: tournaments, the latest first, below their totals."""

from __future__ import annotations

import polars as pl

from histparse import Filters, Store
from histparse.report.columns import build_columns
from histparse.serve.address import FILTERS
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.masking import rows_with_shown_and_true_names
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.tournaments import APPLICABLE, GROUPS

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/tournaments", "More", "Tournaments", 50, "tournaments.html", False
KEYS = ("player", "by", "page")
ALL = "all"
LISTED = (
    "started_at",
    "site",
    "player",
    "name",
    "stakes",
    "game",
    "place",
    "players",
    "cost",
    "winnings",
    "net",
)
LEFT_OUT = tuple(name for name in FILTERS if name not in {"site", "from", "to", "tz"})
"""Filters about hands, which the page passes on and does not apply."""
OF_PLAYER = ("site", "player")
"""Columns that the heading says where a player's tournaments are listed."""


def template_values(request: PageRequest) -> PageValues:
    """The tournaments of that page, and the totals of all."""
    address, chosen = request.address, request.filters
    wanted = address.get("player")
    filters = Filters(**{name: getattr(chosen, name) for name in APPLICABLE})
    everybody = request.call_cached(Store.tournaments, filters=filters)
    player = wanted if wanted in set(everybody["player"]) else None
    grouping = address.require_choice("by", (ALL, *GROUPS), ALL)
    group = None if grouping == ALL else grouping
    tournaments = (everybody if player is None else everybody.filter(pl.col("player") == player)).reverse()
    totals = request.call_cached(Store.tournament_totals, player, by=group, filters=filters)
    sums = totals.drop("label") if group is None else totals.rename({"label": grouping})
    page = select_page(address, len(tournaments))
    rows = tournaments.slice(page.rows_before, PAGE_ROWS)
    listed = [name for name in LISTED if rows[name].count() and not (player and name in OF_PLAYER)]
    return {
        "player": wanted,
        "shown_player": player,
        "grouping": grouping,
        "groups": (ALL, *GROUPS),
        "sum_headings": build_columns(sums),
        "sums": sums.to_dicts(),
        "headings": build_columns(rows.select(listed)),
        "rows": rows_with_shown_and_true_names(rows, address),
        "page": page,
        "left_out": LEFT_OUT,
        "kept_fields": ("by", *LEFT_OUT),
    }
