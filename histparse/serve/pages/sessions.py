"""Step 10, serve: a player's sessions, the latest first."""

from __future__ import annotations

from functools import partial
from typing import Any

from histparse.report.columns import columns
from histparse.serve.address import YES
from histparse.serve.calendar import calendar
from histparse.serve.hand_addresses import address_of_day, session_address
from histparse.serve.listing import PAGE_ROWS, page_of
from histparse.serve.sessions import session_bars, sessions_of, with_losses
from histparse.serve.source import PageRequest

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/sessions", "Sessions", "Sessions", 10, "sessions.html", False
KEYS = ("player", "sort", "up", "page")
SORTS = {name: name for name in ("began", "hands", "net", "minutes")} | {"big bets": "big_bets", "BB/100": "bb100"}
"""Headings that sort, and their columns."""
LOST = "lost_by_mistakes"


def shown(request: PageRequest) -> dict[str, Any]:
    """The sessions of that page."""
    address, player, filters = request.address, request.player, request.filters
    sort, up = address.choice("sort", [*SORTS.values(), LOST], "began"), bool(address.get("up"))
    sessions = sessions_of(request)
    dated = sessions.sort("began", nulls_last=True).drop_nulls("began").to_dicts()
    session_at = partial(session_address, request)
    if sort == LOST:
        sessions = with_losses(request, sessions)
    sessions = sessions.sort(sort, "began", descending=not up, nulls_last=True)
    page = page_of(address, len(sessions))
    rows = sessions.slice(page.skip, PAGE_ROWS)
    return {
        "player": player,
        "zone": filters.zone,
        "undated": request.undated,
        "headings": columns(rows),
        "sorts": SORTS | {"cost of mistakes": LOST},
        "sort": sort,
        "up": up,
        "by_losses": "" if sort == LOST else address.but(sort=LOST, up=YES, page=""),
        "kept_fields": ("sort", "up"),
        "rows": rows.to_dicts(),
        "page": page,
        "bars": session_bars(dated, session_at) if page.skip == 0 else None,
        "calendar": calendar(dated),
        "of_day": partial(address_of_day, request),
        "session_at": session_at,
        "hands_of": partial(session_address, request, path="/hands"),
    }
