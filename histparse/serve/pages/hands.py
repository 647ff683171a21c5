"""Step 10, serve: the hands behind a figure, of a session, with a finding, or all that the filters leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
from msgspec import structs

from histparse import stats
from histparse.model.money import SIGNS
from histparse.report.columns import columns
from histparse.serve.asked import Asked, RefusedError, player_of
from histparse.serve.choices import choices
from histparse.serve.paging import EACH, page_of
from histparse.serve.source import Source
from histparse.stats import Listing
from histparse.stats.listing import number
from histparse.store import Database

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/hands", "Hands", 40, "hands.html", False
KEYS = ("player", "stat", "made", "of", "finding", "session", "sort", "up", "page")
LEFT_OUT = ("path", "line", "made")
"""Columns that the page of the hand shows, or the heading says."""


def shown(asked: Asked, database: Database, source: Source) -> dict[str, Any]:
    """The hands of that page."""
    player = None if asked.one("player") is None else player_of(database, asked)
    filters, listing = asked.filters(), _listing(asked)
    rows = source.kept(
        database, ("number", player, filters, repr(listing)), lambda own: number(own, listing, player, filters)
    )
    page = page_of(asked, rows)
    found = stats.hands(database, structs.replace(listing, limit=EACH, skip=page.skip), player, filters)
    kept = found.drop([name for name in _left_out(found, player) if name in found.columns])
    return {
        "player": player,
        "title": _title(listing),
        "only": filters.in_words,
        "headings": columns(kept),
        "rows": found.to_dicts(),
        "page": page,
        "sort": listing.sort,
        "up": listing.reverse,
        "sorts": {"played at": "date", "net": "net", "pot": "pot"},
        "choices": choices(database, source),
        "kept_fields": ("stat", "made", "of", "finding", "session", "sort", "up"),
    }


def _left_out(found: pl.DataFrame, player: str | None) -> Iterator[str]:
    """Columns that are the same in every row, and said elsewhere."""
    yield from LEFT_OUT
    yield from ["player"] if player is not None else []
    yield from ["currency"] if set(found["currency"]) <= SIGNS.keys() else []


def _listing(asked: Asked) -> Listing:
    """What is listed, its names to be checked when it is counted. Raises RefusedError."""
    return Listing(
        statistic=asked.one("stat"),
        made=asked.choice("made", ["yes", ""], "") == "yes",
        of=dict(map(_column, asked.all("of"))),
        finding=asked.one("finding"),
        session=asked.one("session"),
        sort=asked.one("sort") or "date",
        reverse=bool(asked.one("up")),
    )


def _column(said: str) -> tuple[str, str | None]:
    name, equals, value = said.partition("=")
    if not equals:
        raise RefusedError("a column is said as of=NAME=VALUE")
    return name, value or None


def _title(listing: Listing) -> str:
    """`Pat rate: draw 2, made`."""
    if listing.statistic is None:
        return f"Hands with {listing.finding.upper()}" if listing.finding else "Hands"
    title = stats.catalogue()[listing.statistic].title
    apart = [f"{name.replace('_', ' ')} {value or 'all'}" for name, value in listing.of.items()]
    said = ", ".join([*apart, *(["done"] if listing.made else [])])
    return f"{title}: {said}" if said else title
