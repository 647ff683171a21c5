"""Step 10, serve: a player's sessions, the one that an address names, and those before and after it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import polars as pl
from msgspec.structs import replace

from histparse import Filters, Store
from histparse.serve.address import RefusedError, player_of
from histparse.serve.hand_addresses import BEGAN
from histparse.serve.listing import Listing
from histparse.serve.mistakes import counted_within
from histparse.serve.source import Source

MARGIN = timedelta(hours=1)
"""Around a session, whose times are those of a clock that may be put back while it lasts."""

MOST_PRICED = 100_000
"""Hands that are priced in full at once: a thousand take 0.07 processor seconds."""


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


def with_losses(store: Store, player: str, filters: Filters, sessions: pl.DataFrame) -> pl.DataFrame:
    """The sessions with what mistakes cost in each, in big bets. Raises RefusedError for too many hands."""
    hands = int(sessions["hands"].sum())
    if hands > MOST_PRICED:
        raise RefusedError(
            f"what mistakes cost in each session is counted for at most {MOST_PRICED:,} hands, and these are "
            f"{hands:,}: choose a shorter time"
        )
    found = counted_within(store, player, filters)
    if found.sentence:
        raise RefusedError(found.sentence)
    began = pl.col("began").dt.replace_time_zone(filters.zone, ambiguous="earliest", non_existent="null")
    starts = sessions.select("began", start=began.dt.convert_time_zone("UTC").dt.replace_time_zone(None)).unique()
    lost = (
        pl.concat(found.decisions.values())
        .drop_nulls("played_at")
        .sort("played_at")
        .join_asof(starts.drop_nulls().sort("start"), left_on="played_at", right_on="start")
        .group_by("began", "currency")
        .agg(lost_by_mistakes=-pl.col("big_bets").sum())
    )
    return sessions.join(lost, on=["began", "currency"], how="left").with_columns(
        pl.col("lost_by_mistakes").fill_null(0.0)
    )
