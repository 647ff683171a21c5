"""Step 10, serve: the hands behind a figure, of a session, with a finding, or all that the filters leave."""

from __future__ import annotations

from histparse import statistics
from histparse.api.listing_words import HandWords
from histparse.report.columns import build_columns
from histparse.serve.address import VIEW, YES
from histparse.serve.listing import LISTED, PAGE_ROWS, Listing, select_page
from histparse.serve.pictures import add_hand_pictures
from histparse.serve.sessions import find_session
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.words import NOTHING, format_day, signed_money, signed_number

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/hands", "Hands", "Hands", 20, "hands.html", False
KEYS = (*LISTED, *VIEW, "page")
DRAWN = ("site", "hand_id", "played_at", "position", "currency", "pot", "net", "big_bets")
NET = "bb100"
LEFT_OUT = ("path", "line", "made")
"""Columns that the page of the hand shows, or the heading says."""


def template_values(request: PageRequest) -> PageValues:
    """The hands of that page."""
    address, listing = request.address, Listing(request)
    player, stat, words = listing.player, address.get("stat"), listing.conditions
    page = select_page(address, listing.row_count())
    hands = listing.find_rows(page.rows_before, PAGE_ROWS)
    omitted = [*DRAWN, *LEFT_OUT, *words["of"], *([] if player is None and stat else ["player"])]
    pictured = add_hand_pictures(request.store, hands)
    rows = [(row | {"player": address.mask_if_hidden(row["player"])}, picture) for row, picture in pictured]
    headings = build_columns(hands.drop(omitted, strict=False))
    days = {format_day(row["played_at"]) for row, _ in rows}
    one_day = [f"played {date}" for date in days if len(days) == 1 and date != NOTHING]
    alike = [column for column in headings if len({column.show(row) for row, _ in rows}) == 1]
    return {
        "player": player,
        "title": _session_title_with_net(listing) if _is_session_list(stat, words) else _list_title(stat, words),
        "everyone": "" if player is None or stat else address.changed_address(player="", everyone=YES, page=""),
        "alike": one_day + [f"{column.heading} {column.show(rows[0][0])}" for column in alike],
        "is_of_a_day": bool(one_day) or words["session"] is not None,
        "headings": [column for column in headings if column not in alike],
        "rows": [(*row, listing.hand_address(row[0], place)) for place, row in enumerate(rows, page.rows_before + 1)],
        "page": page,
        "sort": words["sort"],
        "up": words["reverse"],
        "sorts": {"played": "date", "net (BB)": "big_bets", "pot": "pot"},
        "kept_fields": (*LISTED[1:], *VIEW),
        "switched": address.toggled_address,
    }


def _is_session_list(stat: str | None, words: HandWords) -> bool:
    return bool(words["session"]) and not words["outside"] and stat in {None, NET}


def _session_title_with_net(listing: Listing) -> str:
    """`Session of 19 Mar 2013, 20:00 (UTC): -€29.73`; of tournament chips big bets are added."""
    row = find_session(listing)
    if row is None:
        return f"Session of {listing.conditions['session']}"
    net = (
        f"{signed_number(row['big_bets'])} big bets"
        if row["net"] is None
        else signed_money(row["net"], row["currency"])
    )
    return f"Session of {format_day(row['began'])}, {row['began']:%H:%M} ({listing.request.filters.zone}): {net}"


def _list_title(stat: str | None, words: HandWords) -> str:
    """`Pat rate: draw 2, made`."""
    if stat is None:
        return f"Hands with {words['finding'].upper()}" if words["finding"] else "Hands"
    title = statistics()[stat].title
    conditions = [f"{name.replace('_', ' ')} {value or 'all'}" for name, value in words["of"].items()]
    conditions += ["done"] if words["made"] else []
    conditions += [f"{'outside the ' * words['outside']}session of {words['session']}"] if words["session"] else []
    return f"{title}: {', '.join(conditions)}" if conditions else title
