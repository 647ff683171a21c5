"""Step 10, serve: tournaments, the latest first, below their totals."""

from __future__ import annotations

from typing import Any

import polars as pl

from histparse import Filters
from histparse.report.columns import columns
from histparse.serve.listing import EACH, page_of
from histparse.serve.source import PageRequest
from histparse.stats.tournaments import GROUPS

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/tournaments", "Tournaments", 32, "tournaments.html", False
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
OF_PLAYER = ("site", "player")
"""Columns that the heading says where a player's tournaments are listed."""


def shown(request: PageRequest) -> dict[str, Any]:
    """The tournaments of that page, and the totals of all."""
    address, asked_for = request.address, request.filters
    wanted = address.get("player")
    # Other filters, which the menu passes on, are about hands.
    filters = Filters(site=asked_for.site, since=asked_for.since, until=asked_for.until, zone=asked_for.zone)
    everybody = request.cached(("tournaments", filters), lambda own: own.tournaments(filters=filters))
    player = wanted if wanted in set(everybody["player"]) else None
    by = address.choice("by", (ALL, *GROUPS), ALL)
    group = None if by == ALL else by
    found = (everybody if player is None else everybody.filter(pl.col("player") == player)).reverse()
    totals = request.cached(
        ("totals", player, by, filters), lambda own: own.tournament_totals(player, by=group, filters=filters)
    )
    sums = totals.drop("label") if group is None else totals.rename({"label": by})
    page = page_of(address, len(found))
    rows = found.slice(page.skip, EACH)
    listed = [name for name in LISTED if rows[name].count() and not (player and name in OF_PLAYER)]
    return {
        "player": wanted,
        "of": player,
        "by": by,
        "groups": (ALL, *GROUPS),
        "sum_headings": columns(sums),
        "sums": sums.to_dicts(),
        "headings": columns(rows.select(listed)),
        "rows": [row | {"player": address.mask(row["player"])} for row in rows.to_dicts()],
        "page": page,
    }
