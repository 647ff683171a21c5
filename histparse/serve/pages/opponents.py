"""Step 10, serve: against whom a player wins and loses - every opponent with hands together, net and style."""

from __future__ import annotations

import polars as pl

from histparse.serve.listing import select_page
from histparse.serve.masking import shown_name_contains
from histparse.serve.opponents import (
    FEWEST,
    IS_PROVEN,
    OPPONENT,
    compare_opponents_with_mean,
    net_if_all_opponents_listed,
    opponent_winnings_and_rates,
    shared_hands_address,
)
from histparse.serve.source import PageRequest, PageValues

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/opponents", "Players", "Opponents", 40, "opponents.html", False
KEYS = ("player", "sort", "up", "find", "page")
OPPONENT_ROWS = 20
SORTS = {
    "opponent": OPPONENT,
    "hands together": "hands",
    "won from them": "won_from",
    "net (BB)": "big_bets",
    "BB/100": "bb100",
    "heads-up pots": "pots",
    "net heads-up": "pots_won",
    "plays (VPIP)": "vpip",
    "stands pat": "y",
}
"""What can be sorted by, by heading."""


def template_values(request: PageRequest) -> PageValues:
    """The opponents of that page; those beyond chance come first, then those with most hands, unless sorted."""
    address, player, filters = request.address, request.player, request.filters
    sort, up = address.require_choice("sort", [*SORTS.values(), ""], ""), bool(address.get("up"))
    rivals = request.call_cached(opponent_winnings_and_rates, player, filters)
    currencies = (
        rivals.group_by("currency").agg(pl.col("hands").sum()).sort("hands", "currency", descending=[True, False])
    )
    first, *other_currencies = currencies["currency"] if len(rivals) else ("",)
    listed = rivals.filter(currency=first)
    won = float(listed["won_from"].sum())
    comparison, listed = compare_opponents_with_mean(listed)
    if wanted := address.get("find"):
        listed = listed.filter(shown_name_contains(address, wanted, OPPONENT))
    order = [sort] if sort else [IS_PROVEN, "hands"]
    ranked = listed.sort(*order, OPPONENT, descending=[not up] * len(order) + [False], nulls_last=True)
    page = select_page(address, len(ranked), OPPONENT_ROWS)
    return {
        "player": player,
        "rows": ranked.slice(page.rows_before, OPPONENT_ROWS).to_dicts(),
        "currency": first,
        "other_currencies": other_currencies,
        "page": page,
        "sort": sort,
        "up": up,
        "sorts": SORTS,
        "comparison": comparison,
        "chance_alone": comparison.judged / 20,
        "is_own": request.is_hero,
        "won": won,
        "net_of_all": request.call_cached(net_if_all_opponents_listed, player, filters, first),
        "fewest": FEWEST,
        "with_fewest": address.changed_address(min_hands=FEWEST, page=""),
        "hands_with": lambda row: shared_hands_address(address, player, row[OPPONENT], row["currency"]),
        "card_of": lambda name: address.filtered_link("/notes", ("player", name), ("opponent", ""), ("min-hands", "")),
        "kept_fields": ("sort", "up"),
    }
