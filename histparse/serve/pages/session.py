"""Step 10, serve: one session - its curve with the largest pots, best and worst hand, and what mistakes cost."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl
from msgspec import Struct

from histparse import Store
from histparse.report import words
from histparse.serve.address import Address, RefusedError
from histparse.serve.curve import Curve, curve
from histparse.serve.listing import LISTED, Listing
from histparse.serve.masking import mask_of
from histparse.serve.mistakes import VIEW, address_of_mistake, counted
from histparse.serve.pages.sessions import session_of
from histparse.serve.pictures import Picture, with_pictures
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/session", "", 62, "session.html", True
KEYS = (*LISTED, *VIEW)
LARGE, POINTS, FEWEST = 5, 300, 2
"""Pots that are marked, points of the curve, and the hands that make one."""
Row = dict[str, Any]


class Mistakes(Struct, frozen=True):
    """The priced mistakes of a session, the dearest first, or the sentence that says why there are none."""

    rows: list[tuple[Row, Picture]] = []
    sentence: str = ""
    sample: str = ""
    """Which hands are priced, in a sentence; empty: all."""

    @property
    def total(self) -> str:
        """The sum of what they cost, in big bets."""
        return words.signed(-sum(row["big_bets"] for row, _ in self.rows), 2)


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The session that the address names, by when it began and its currency."""
    listing = Listing(address, store, source)
    player, session = listing.player, session_of(listing)
    if player is None or session is None:
        raise RefusedError("there is no session that began then: the page of sessions lists all", 404)
    found = listing.found(0, None)
    hands = [row | {"to": listing.hand(row, at)} for at, row in enumerate(found.to_dicts(), 1)][::-1]
    large = sorted(range(len(hands)), key=lambda at: -hands[at]["pot"])[:LARGE]
    return {
        "player": player,
        "mask": mask_of(address, store),
        "session": session,
        "zone": address.filters().zone,
        "number": len(hands),
        "every": address.to("/hands", *address.kept(KEYS)),
        "sessions": address.to("/sessions", ("player", player)),
        "curve": _curve(hands, large),
        "large": [hands[at] for at in large],
        "ends": partial(_ends, store, hands),
        "mistakes": partial(_mistakes, address, store, source, player, found),
        "kept_fields": KEYS[1:],
    }


def _curve(hands: list[Row], large: list[int]) -> Curve | None:
    """The sums after each hand; of many hands some, and always those with a large pot."""
    if len(hands) < FEWEST:
        return None
    kept = sorted({*range(0, len(hands), max(1, len(hands) // POINTS)), *large, len(hands) - 1})
    sums = pl.Series(hand["big_bets"] for hand in hands).cum_sum().gather(kept).to_list()
    chosen = [hands[at] for at in kept]
    times, addresses = [hand["played_at"] for hand in chosen], [hand["to"] for hand in chosen]
    marked = [number for number, at in enumerate(kept) if at in large]
    return curve([at + 1 for at in kept], sums, times, addresses, marked)


def _ends(store: Store, hands: list[Row]) -> list[tuple[str, Row, Picture]]:
    """The hand that won most and the one that lost most, as far as there are such."""
    ordered = sorted(hands, key=lambda hand: hand["big_bets"])
    ends = [("Best hand", ordered[-1])] if ordered[-1]["big_bets"] > 0 else []
    ends += [("Worst hand", ordered[0])] if ordered[0]["big_bets"] < 0 else []
    drawn = _drawn(store, [hand for _, hand in ends])
    return [(title, *one) for (title, _), one in zip(ends, drawn, strict=True)]


def _mistakes(address: Address, store: Store, source: Source, player: str, hands: pl.DataFrame) -> Mistakes:
    found = counted(store, source, player, address.filters())
    if found.sentence:
        return Mistakes(sentence=found.sentence)
    rows = [
        row | {"player": player, "to": address_of_mistake(address, player, kind, row)}
        for kind, decisions in found.decisions.items()
        for row in decisions.join(hands, on=["site", "hand_id"], how="semi").to_dicts()
    ]
    return Mistakes(_drawn(store, sorted(rows, key=lambda row: -row["big_bets"])), sample=found.sample)


def _drawn(store: Store, rows: list[Row]) -> list[tuple[Row, Picture]]:
    return with_pictures(store, pl.DataFrame(rows, infer_schema_length=None)) if rows else []
