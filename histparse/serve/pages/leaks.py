"""Step 10, serve: what a player's mistakes cost, and the decisions behind each kind, the worst first."""

from __future__ import annotations

from typing import Any

import polars as pl
from msgspec import Struct

from histparse import Filters, StatisticsError, Store
from histparse.api.coaching import KINDS, NAMES, leak_pages
from histparse.serve.address import Address, player_of
from histparse.serve.paging import EACH, page_of
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/leaks", "Leaks", 24, "leaks.html", True
KEYS = ("player", "leak", "page")


class Counted(Struct, frozen=True):
    """The leaks, and the decisions of each kind; or the sentence that says why there are none."""

    rows: pl.DataFrame = pl.DataFrame()
    decisions: dict[str, pl.DataFrame] = {}
    sentence: str = ""
    untold: str = ""
    """How many hands are left out, in a sentence."""


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The leaks, or the decisions of one kind on that page."""
    player, filters = player_of(store, address), address.filters()
    leak = None if address.one("leak") is None else address.choice("leak", NAMES, "")
    found = source.kept(store, ("leaks", player, filters), lambda own: _counted(own, player, filters))
    given = {
        "player": player,
        "only": filters.in_words,
        "kept_fields": ("leak",),
        "sentence": found.sentence,
        "untold": found.untold,
        "kind": None,
    }
    if leak is None or found.sentence:
        kinds, together = found.rows[:-1], found.rows[-1:]
        return given | {"kinds": kinds.to_dicts(), "together": together.to_dicts()}
    decisions = found.decisions[leak]
    page = page_of(address, len(decisions))
    return given | {
        "kind": KINDS[NAMES.index(leak)],
        "rows": decisions.slice(page.skip, EACH).to_dicts(),
        "page": page,
    }


def _counted(store: Store, player: str, filters: Filters) -> Counted:
    untold = store.untold(player, filters=filters)
    try:
        return Counted(*leak_pages(store, player, filters), untold=untold)
    except StatisticsError as error:  # no cards are known
        return Counted(sentence=str(error), untold=untold)
