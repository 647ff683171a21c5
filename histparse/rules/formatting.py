"""Step 4, rules: figures for findings - money in the hand's own currency, cards, and where they were seen."""

from __future__ import annotations

from collections.abc import Iterable

from histparse.model.figures import Cards, Money
from histparse.replay.deck import Sighting
from histparse.replay.table import Table


def money(table: Table, amount: int) -> Money:
    """An amount in the hand's currency."""
    return Money(amount, table.hand.header.currency)


def cards(some: Iterable[str]) -> Cards:
    """Cards, as the sites print them."""
    return Cards(tuple(some))


def where(sighting: Sighting) -> str:
    """Where a card was seen before, as a part of a template: `holder` is the player, `seen` the line."""
    return f"{{holder}} {sighting.place.value} it on line {{seen}}"
