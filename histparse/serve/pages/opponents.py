"""Step 10, serve: against whom a player wins and loses - every opponent with hands together, net and style."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from histparse.serve.address import YES, Address
from histparse.serve.listing import EACH, page_of
from histparse.serve.masking import named
from histparse.serve.opponents import BY, FEWEST, Beside, net_of, opponents
from histparse.serve.source import PageRequest

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/opponents", "Opponents", 27, "opponents.html", False
KEYS = ("player", "sort", "up", "find", "page")
SORTS = {
    "opponent": BY,
    "hands together": "hands",
    "won from them": "won_from",
    "net in big bets": "big_bets",
    "BB/100": "bb100",
    "heads-up pots": "pots",
    "net there": "pots_won",
    "plays (VPIP)": "vpip",
    "stands pat": "y",
}
"""What can be sorted by, by heading."""


def shown(request: PageRequest) -> dict[str, Any]:
    """The opponents of that page; those who won most from the player come first, unless another order is asked for."""
    address, player, filters = request.address, request.player, request.filters
    sort = address.choice("sort", SORTS.values(), "won_from")
    up = bool(address.get("up")) or address.get("sort") is None
    every = request.of_player(opponents)
    currencies = (
        every.group_by("currency").agg(pl.col("hands").sum()).sort("hands", "currency", descending=[True, False])
    )
    first, *others = currencies["currency"] if len(every) else ("",)
    found = every.filter(currency=first)
    beside, won = Beside.all_of(found), float(found["won_from"].sum())
    if wanted := address.get("find"):
        found = found.filter(named(address, wanted, BY))
    ranked = found.sort(sort, BY, descending=[not up, False], nulls_last=True)
    page = page_of(address, len(ranked))
    return {
        "player": player,
        "filter_words": request.filter_words,
        "rows": ranked.slice(page.skip, EACH).to_dicts(),
        "currency": first,
        "other_currencies": others,
        "page": page,
        "sort": sort,
        "up": up,
        "sorts": SORTS,
        "beside": beside,
        "won": won,
        "net_of_all": request.cached(
            (net_of, player, filters, first), lambda own: net_of(own, player, filters, currency=first)
        ),
        "fewest": FEWEST,
        "enough": address.but(min_hands=FEWEST, page=""),
        "hands_with": partial(_hands_with, address, player),
        "card_of": lambda name: address.link("/notes", ("player", name), ("opponent", ""), ("min-hands", "")),
        "kept_fields": ("sort", "up"),
    }


def _hands_with(address: Address, player: str, row: dict[str, Any]) -> str:
    """The hands that the row counts."""
    said = ("stat", "bb100"), ("of", f"currency={row['currency']}"), ("opponent", row[BY])
    return address.link("/hands", ("player", player), *said, ("min-hands", ""), ("sort", "big_bets"), ("up", YES))
