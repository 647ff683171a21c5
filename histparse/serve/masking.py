"""Step 10, serve: the names of players on a page, or what stands for them if the address hides names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from histparse import Filters, Store
from histparse.serve.address import Address
from histparse.view.masked import masks

HIDDEN = "hidden"


def hides_names(address: Address) -> bool:
    """Whether the address says `names=hidden`. Raises RefusedError for another word."""
    return address.choice("names", [HIDDEN, ""], "") == HIDDEN


def mask_of(address: Address, store: Store, names: Iterable[str | None] = ()) -> Callable[[str], str]:
    """What is shown for a name: itself, or `Hero`, or `Player 1` by the order of these names, or `a player`."""
    if not hides_names(address):
        return str
    found = masks(filter(None, names), (name for name, _ in store.heroes()))
    return lambda name: found.get(name, "a player")


def only(filters: Filters, mask: Callable[[str], str]) -> tuple[str, ...]:
    """What the filters are, in words."""
    return replace(filters, opponent=filters.opponent and mask(filters.opponent)).in_words
