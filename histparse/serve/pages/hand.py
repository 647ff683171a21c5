"""Step 10, serve: one hand, with the replayer."""

from __future__ import annotations

from typing import Any

from histparse import Store
from histparse.api.showing import ViewError
from histparse.serve.address import Address, RefusedError
from histparse.serve.listing import LISTED, Listing
from histparse.serve.mistakes import mistake_of
from histparse.serve.source import Source
from histparse.view.html import of_film

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/hand", "", 60, "one_hand.html", False
KEYS = ("id", "line", "leak", "at", *LISTED)


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The hand of that number; with a line, at the step that is there, or where a mistake is decided."""
    number = address.one("id")
    if number is None:
        raise RefusedError("this address names no hand: it needs a number, as in /hand?id=pokerstars:123", 404)
    try:
        film = store.replay(number)
    except ViewError as error:
        raise RefusedError(str(error), 404) from error
    mistake = mistake_of(address, store, source)
    return {
        **of_film(film, at_line=address.number("line"), before=mistake is not None),
        "mistake": mistake,
        "place": Listing(address, store, source).place(),
        "player": address.one("player"),
        "address_of_player": lambda name, site: address.to("/report", ("player", f"{site}:{name}")),
    }
