"""Step 10, serve: what a player's mistakes cost, and the decisions behind each kind, the worst first."""

from __future__ import annotations

from histparse.coach.kinds import ALL_KINDS, KINDS, NAMES
from histparse.serve.address import VIEW
from histparse.serve.leak_costs import price_leaks_of_one_currency
from histparse.serve.listing import PAGE_ROWS, select_page
from histparse.serve.mistake_list import build_mistake_list, first_question_address
from histparse.serve.pictures import add_hand_pictures
from histparse.serve.source import PageRequest, PageValues

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/leaks", "Game", "Leaks", 32, "leaks.html", True
KEYS = ("player", "leak", "page", *VIEW)


def template_values(request: PageRequest) -> PageValues:
    """The leaks, or the decisions of one kind on that page."""
    address, leaks = request.address, price_leaks_of_one_currency(request)
    values = {
        "player": request.player,
        "kept_fields": ("leak", *VIEW),
        "switched": address.toggled_address,
        "sentence": leaks.sentence,
        "untold": leaks.untold,
        "currency": leaks.currency,
        "other_currencies": leaks.other_currencies,
        "title": "",
    }
    if address.get("leak") is None or leaks.sentence:
        kinds, totals = leaks.rows[:-1], leaks.rows[-1:]
        return values | {"kinds": kinds.to_dicts(), "totals": totals.to_dicts()}
    listed = build_mistake_list(request)
    rows = listed.mistake_rows
    page = select_page(address, len(rows))
    kind = None if listed.leak == ALL_KINDS else KINDS[NAMES.index(listed.leak)]
    return values | {
        "title": listed.title or "all mistakes",
        "instead": kind and kind.instead,
        "priced": kind and kind.priced,
        "rows": add_hand_pictures(request.store, rows.slice(page.rows_before, PAGE_ROWS)),
        "page": page,
        "hand_of": listed.hand_address,
        "quiz": first_question_address(listed),
        "first": listed.hand_address(rows.row(0, named=True)) if len(rows) else "",
    }
