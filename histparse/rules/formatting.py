"""Step 4, rules: formats money in the hand's own currency and cards as the sites print them, for findings."""

from __future__ import annotations

from collections.abc import Iterable

from histparse.model.money import show_amount
from histparse.replay.deck import Sighting
from histparse.replay.table import Table


def money(table: Table, amount: int) -> str:
    """An amount as the hand's currency writes it."""
    return show_amount(amount, table.hand.header.currency)


def cards(some: Iterable[str]) -> str:
    """Cards in brackets: `[7h 5d]`."""
    return f"[{' '.join(some)}]"


def where(sighting: Sighting) -> str:
    """Where a card was seen before."""
    return f"{sighting.player.name} {sighting.place.value} it on line {sighting.line}"
