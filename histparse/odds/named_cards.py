"""Odds: cards and ranks by name, as masks. What is wrong with a text is said in one sentence about the whole of it."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import combinations

import numpy as np

from histparse.model.cards import DECK, RANKS, SUITS, Card
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.odds.card_masks import Masks, mask_of, suits_of
from histparse.odds.card_sets import HAND

_CARD = re.compile(r"(10|[^\W_])([cdhs♣♦♥♠])", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


class NotationError(HistparseError):
    """Text that stands for no hand or range."""


class UnclearError(NotationError):
    """Text that was meant otherwise: a form near it may be what was meant."""


def named(text: str, whole: str) -> Masks:
    """The cards of `2c 3d`, or all suits of `23`. Raises NotationError."""
    if not text.strip():
        raise UnclearError(f"{quoted(whole)} names no card")
    return np.array([cards_named(text, whole)]) if begins_with_card(text) else of_ranks(ranks_named(text, whole))


def begins_with_card(text: str) -> bool:
    """Whether cards are named, not ranks alone."""
    return _CARD.match(_squeezed(text)) is not None


def cards_named(text: str, whole: str) -> int:
    """Cards as one mask. Raises NotationError."""
    squeezed = _squeezed(text)
    found = [
        Card(rank.replace("10", "T").upper() + suit.lower().translate(_SYMBOLS))
        for rank, suit in _CARD.findall(squeezed)
    ]
    rest = _CARD.sub("", squeezed)
    strange = [*filter(None, [rest]), *(card for card in found if card not in DECK)]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole)} is not a card like Ts or 2c")
    twice = [card for card in found if found.count(card) > 1]
    if twice:
        raise NotationError(f"{twice[0]} is twice in {quoted(whole)}")
    return mask_of(found)


def ranks_named(text: str, whole: str) -> str:
    """Ranks from the highest down. Raises NotationError."""
    ranks = _squeezed(text).upper().replace("10", "T")
    strange = [letter for letter in ranks if letter not in RANKS]
    if strange:
        raise UnclearError(f"{quoted(strange[0])} in {quoted(whole)} is not a rank")
    if len(ranks) > HAND:
        raise NotationError(f"{quoted(whole)} names {len(ranks)} cards: a hand has five")
    if many := [rank for rank in ranks if ranks.count(rank) > len(SUITS)]:
        raise NotationError(f"{quoted(whole)}: there are four cards of rank {many[0]}")
    return "".join(sorted(ranks, key=RANKS.index, reverse=True))


@cache
def of_ranks(ranks: str) -> Masks:
    """All hands of these ranks, except those in one suit. A single card has every suit."""
    choices = [_suits_of_rank(rank, ranks.count(rank)) for rank in sorted(set(ranks))]
    masks = reduce(np.bitwise_or.outer, choices).ravel()
    several = (suits_of(masks) > 0).sum(0) > 1
    return masks if len(ranks) == 1 else masks[several]


def _suits_of_rank(rank: str, number: int) -> Masks:
    cards = [mask_of([Card(rank + suit)]) for suit in SUITS]
    return np.array([sum(some) for some in combinations(cards, number)])


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,]", "", text)
