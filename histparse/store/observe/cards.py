"""Step 6a, observe: cards as the database stores them - text from the highest down, and the rank number of five."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from histparse.model.cards import DECK, UNKNOWN, Cards
from histparse.model.ranking import number

_PLACE = {card: place for place, card in enumerate(reversed(DECK))}

_AT_ONCE = 1 << 8
"""Size of the cache: the same five cards recur within a hand but hardly in another."""


@lru_cache(_AT_ONCE)
def five(cards: Cards | None) -> Cards | None:
    """The cards, from the highest down, if they are five different known ones."""
    if cards is None or len(cards) != 5 or UNKNOWN in cards or len(set(cards)) != 5:
        return None
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def text_and_number(cards: Cards | None) -> tuple[str | None, int | None]:
    """Five known cards as text, and their rank number: 1 is best."""
    return (None, None) if cards is None else _text_and_number(cards)


@lru_cache(_AT_ONCE)
def _text_and_number(cards: Cards) -> tuple[str, int]:
    return " ".join(cards), number(cards)


def text(cards: Sequence[str] | None) -> str | None:
    """`7h 5d 4c`; None for no cards at all."""
    return " ".join(cards) if cards else None
