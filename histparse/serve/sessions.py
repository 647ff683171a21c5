"""Step 10, serve: a player's sessions, the one that an address names, and those before and after it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import polars as pl
from msgspec.structs import replace

from histparse import Filters, Store
from histparse.serve.address import player_of
from histparse.serve.hand_addresses import BEGAN
from histparse.serve.listing import Listing
from histparse.serve.source import Source

MARGIN = timedelta(hours=1)
"""Around a session, whose times are those of a clock that may be put back while it lasts."""


def sessions_of(store: Store, source: Source, player: str, filters: Filters) -> pl.DataFrame:
    """The sessions of that player, the earliest first."""
    return source.kept(
        store, ("sessions", player, filters), lambda own: own.statistic("sessions", player, filters=filters)
    )


def session_of(listing: Listing) -> dict[str, Any] | None:
    """The session whose hands are listed, by when it began and its currency; None: there is none."""
    return around_session(listing)[1]


def around_session(listing: Listing) -> tuple[dict[str, Any] | None, dict[str, Any] | None, dict[str, Any] | None]:
    """The session before that one, it, and the one after it, as far as they are there."""
    filters, words = listing.address.filters(), listing.words
    player = player_of(listing.store, listing.address)
    rows = sessions_of(listing.store, listing.source, player, filters).to_dicts()
    asked = words["session"], words["of"].get("currency")
    at = next((at for at, row in enumerate(rows) if (f"{row['began']:{BEGAN}}", row["currency"]) == asked), None)
    if at is None:
        return None, None, None
    before, after = (rows[to] if 0 <= to < len(rows) else None for to in (at - 1, at + 1))
    return before, rows[at], after


def about(filters: Filters, session: dict[str, Any]) -> Filters:
    """The filters with the time of that session, and a little more."""
    zone = ZoneInfo(filters.zone)
    end = session["began"] + timedelta(minutes=session["minutes"] + 1)
    first, last = (time.replace(tzinfo=zone) for time in (session["began"] - MARGIN, end + MARGIN))
    return replace(filters, since=first, until=last)
