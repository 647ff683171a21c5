"""Step 10, serve: one session - its curve with the largest pots, best and worst hand, and what mistakes cost."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from histparse import Store
from histparse.api.coaching import KINDS
from histparse.report import words
from histparse.serve.address import VIEW, Address, RefusedError
from histparse.serve.hand_addresses import session_address
from histparse.serve.listing import LISTED, Listing
from histparse.serve.mistake_list import mistake_list
from histparse.serve.mistakes import ALL_KINDS
from histparse.serve.pictures import Picture, with_pictures
from histparse.serve.quiz import first_question
from histparse.serve.session_curve import Row, session_curve, without_luck
from histparse.serve.sessions import around_session
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/session", "", 62, "session.html", True
KEYS = (*LISTED, *VIEW, "leak")
LARGE, SHOWN = 5, 20
"""Pots that are marked, and mistakes that are shown at first."""


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The session that the address names, by when it began and its currency."""
    listing = Listing(address, store, source)
    player, (before, session, after) = listing.player, around_session(listing)
    if player is None or session is None:
        raise RefusedError("there is no session that began then: the page of sessions lists all", 404)
    zone, found = address.filters().zone, listing.found(0, None)
    hands = [row | {"to": listing.hand(row, at)} for at, row in enumerate(found.to_dicts(), 1)][::-1]
    large = sorted(range(len(hands)), key=lambda at: -hands[at]["pot"])[:LARGE]
    return {
        "player": player,
        "session": session,
        "zone": zone,
        "number": len(hands),
        "every": address.to("/hands", *address.kept(KEYS)),
        "sessions": address.to("/sessions", ("player", player)),
        "curve": session_curve(hands, large),
        "luck": partial(without_luck, listing, hands, large),
        "large": [hands[at] for at in large],
        "ends": partial(_ends, store, hands),
        "mistakes": partial(_mistakes, address, store, source),
        "before": before and session_address(address, player, zone, before),
        "after": after and session_address(address, player, zone, after),
        "kept_fields": KEYS[1:],
    }


def _ends(store: Store, hands: list[Row]) -> list[tuple[str, Row, Picture]]:
    """The hand that won most and the one that lost most, as far as there are such."""
    ordered = sorted(hands, key=lambda hand: hand["big_bets"])
    ends = [("Best hand", ordered[-1])] if ordered[-1]["big_bets"] > 0 else []
    ends += [("Worst hand", ordered[0])] if ordered[0]["big_bets"] < 0 else []
    drawn = _drawn(store, [hand for _, hand in ends])
    return [(title, *one) for (title, _), one in zip(ends, drawn, strict=True)]


def _mistakes(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The mistakes of the kind that is asked for, and what each kind cost; or why there are none, in a sentence."""
    listed = mistake_list(address, store, source, ALL_KINDS)
    if listed.found.sentence:
        return {"sentence": listed.found.sentence}
    costs = [
        (kind, rows["big_bets"].sum(), len(rows))
        for kind, rows in zip(KINDS, listed.found.decisions.values(), strict=True)
    ]
    rows = listed.rows
    return {
        "sentence": "",
        "number": len(rows),
        "title": listed.title,
        "total": words.signed(-float(rows["big_bets"].sum()), 2),
        "costs": sorted((one for one in costs if one[2]), key=lambda one: -one[1]),
        "rows": with_pictures(store, rows[:SHOWN]),
        "cheap": with_pictures(store, rows[SHOWN:]),
        "hand_of": listed.hand,
        "quiz": first_question(listed),
        "first": listed.hand(rows.row(0, named=True)) if len(rows) else "",
    }


def _drawn(store: Store, rows: list[Row]) -> list[tuple[Row, Picture]]:
    return with_pictures(store, pl.DataFrame(rows, infer_schema_length=None)) if rows else []
