"""Step 10, serve: what a player's mistakes cost, and the decisions behind each kind, the worst first."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from histparse import Store
from histparse.api.coaching import KINDS, NAMES
from histparse.serve.address import Address, player_of
from histparse.serve.masking import mask_of, only
from histparse.serve.mistakes import VIEW, address_of_mistake, counted
from histparse.serve.paging import EACH, page_of
from histparse.serve.pictures import with_pictures
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/leaks", "Leaks", 24, "leaks.html", True
KEYS = ("player", "leak", "page", *VIEW)


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The leaks, or the decisions of one kind on that page."""
    player, filters = player_of(store, address), address.filters()
    leak = None if address.one("leak") is None else address.choice("leak", NAMES, "")
    found = counted(store, source, player, filters)
    given = {
        "player": player,
        "only": only(filters, mask_of(address, store)),
        "kept_fields": ("leak", *VIEW),
        "mask": mask_of(address, store),
        "switched": address.switched,
        "sentence": found.sentence,
        "untold": found.untold,
        "sample": found.sample,
        "kind": None,
    }
    if leak is None or found.sentence:
        kinds, together = found.rows[:-1], found.rows[-1:]
        return given | {"kinds": kinds.to_dicts(), "together": together.to_dicts()}
    decisions = found.decisions[leak]
    page = page_of(address, len(decisions))
    return given | {
        "kind": KINDS[NAMES.index(leak)],
        "rows": with_pictures(store, decisions.slice(page.skip, EACH).with_columns(player=pl.lit(player))),
        "page": page,
        "hand_of": partial(address_of_mistake, address, player, leak),
    }
