"""Step 10, serve: a player's sessions, the latest first."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from histparse import Filters, Store
from histparse.report.columns import columns
from histparse.serve.address import Address, player_of
from histparse.serve.hand_addresses import BEGAN, session_address
from histparse.serve.listing import Listing
from histparse.serve.paging import EACH, page_of
from histparse.serve.periods import undated
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/sessions", "Sessions", 30, "sessions.html", False
KEYS = ("player", "page")


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The sessions of that page."""
    player, filters = player_of(store, address), address.filters()
    found = sessions_of(store, source, player, filters).reverse()
    page = page_of(address, len(found))
    rows = found.slice(page.skip, EACH)
    return {
        "player": player,
        "zone": filters.zone,
        "undated": undated(store, player, filters),
        "headings": columns(rows),
        "rows": rows.to_dicts(),
        "page": page,
        "session_at": partial(session_address, address, player, filters.zone),
        "hands_of": partial(session_address, address, player, filters.zone, path="/hands"),
    }


def sessions_of(store: Store, source: Source, player: str, filters: Filters) -> pl.DataFrame:
    """The sessions of that player, the earliest first."""
    return source.kept(
        store, ("sessions", player, filters), lambda own: own.statistic("sessions", player, filters=filters)
    )


def session_of(listing: Listing) -> dict[str, Any] | None:
    """The session whose hands are listed, by when it began and its currency; None: there is none."""
    filters, words = listing.address.filters(), listing.words
    sessions = sessions_of(listing.store, listing.source, player_of(listing.store, listing.address), filters)
    asked = words["session"], words["of"].get("currency")
    return next((row for row in sessions.to_dicts() if (f"{row['began']:{BEGAN}}", row["currency"]) == asked), None)
