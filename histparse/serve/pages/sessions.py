"""Step 10, serve: a player's sessions, the latest first."""

from __future__ import annotations

from functools import partial

from histparse.report.columns import build_columns
from histparse.serve.address import YES
from histparse.serve.calendar import build_half_year_calendar
from histparse.serve.hand_addresses import day_or_session_address, session_address
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.sessions import add_mistake_losses_or_refuse, build_session_bars, list_sessions
from histparse.serve.source import PageRequest, PageValues

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/sessions", "Sessions", "Sessions", 10, "sessions.html", False
KEYS = ("player", "sort", "up", "page")
SORTS = {name: name for name in ("began", "hands", "net", "minutes")} | {"big bets": "big_bets", "BB/100": "bb100"}
"""Headings that sort, and their columns."""
LOST = "lost_by_mistakes"


def template_values(request: PageRequest) -> PageValues:
    """The sessions of that page."""
    address, player, filters = request.address, request.player, request.filters
    sort, up = address.require_choice("sort", [*SORTS.values(), LOST], "began"), bool(address.get("up"))
    sessions = list_sessions(request)
    dated = sessions.sort("began", nulls_last=True).drop_nulls("began").to_dicts()
    session_at = partial(session_address, request)
    if sort == LOST:
        sessions = add_mistake_losses_or_refuse(request, sessions)
    sessions = sessions.sort(sort, "began", descending=not up, nulls_last=True)
    page = select_page(address, len(sessions))
    rows = sessions.slice(page.rows_before, PAGE_ROWS)
    return {
        "player": player,
        "zone": filters.zone,
        "undated": request.undated_hand_count,
        "headings": build_columns(rows),
        "sorts": SORTS | {"cost of mistakes": LOST},
        "sort": sort,
        "up": up,
        "by_losses": "" if sort == LOST else address.changed_address(sort=LOST, up=YES, page=""),
        "kept_fields": ("sort", "up"),
        "rows": rows.to_dicts(),
        "page": page,
        "bars": build_session_bars(dated, session_at) if page.rows_before == 0 else None,
        "calendar": build_half_year_calendar(dated),
        "of_day": partial(day_or_session_address, request),
        "session_at": session_at,
        "hands_of": partial(session_address, request, path="/hands"),
    }
