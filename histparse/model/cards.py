"""The vocabulary of cards: a card is two letters (`Ts`), and `??` is an unknown card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Card = NewType("Card", str)
Cards = tuple[Card, ...]

RANKS = "23456789TJQKA"
"""From the best card of a lowball hand to the worst."""
SUITS = "cdhs"

DECK: Cards = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
UNKNOWN = Card("??")
CARDS_IN_HAND = 5
UNKNOWN_HAND: Cards = (UNKNOWN,) * CARDS_IN_HAND

_BY_TEXT = {str(card).lower(): card for card in (*DECK, UNKNOWN)} | {"x": UNKNOWN, "xx": UNKNOWN}


def parse_cards(text: str | Iterable[str]) -> Cards:
    """The cards of `"Ts 9h"`, `"Ts,9h"` or `["Ts", "9h"]`, in that order; `??` and `X` are unknown ones.

    Raises ValueError.
    """
    return _parse_words(text if isinstance(text, str) else " ".join(text))


@lru_cache(maxsize=1 << 10)
def _parse_words(text: str) -> Cards:
    words = text.replace(",", " ").split()
    strange = [word for word in words if word.lower() not in _BY_TEXT]
    if strange:
        raise ValueError(f"`{strange[0]}` is not a card")
    return tuple(_BY_TEXT[word.lower()] for word in words)


def known(cards: Cards) -> Cards:
    """The cards without the unknown ones."""
    return tuple(card for card in cards if card != UNKNOWN) if UNKNOWN in cards else cards


def show_cards(cards: Cards) -> str:
    """`Ts 9h`: the cards as every site writes them, separated by blanks."""
    return " ".join(cards)
