"""Odds: hands that differ only in suits which cannot matter are one kind. Kinds are few where hands are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct, structs

from histparse.model.cards import SUITS
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import EVERY_CARD, IN_SUIT, SUIT_BITS, Masks, numbered_together, rank_keys, suits_of
from histparse.odds.card_sets import HAND, in_order
from histparse.odds.ranges import Range, TooManyError
from histparse.odds.sides import clash

_MOST_PAIRS = 200_000_000
"""Pairs of hands that are looked at in a second."""


class Pair(Struct, frozen=True):
    """Two hands, one of each of two kinds."""

    kept: tuple[int, int]
    unseen: int
    """The cards that nobody has seen."""
    weight: float
    """The weight of all pairs of hands of these kinds that share no card."""


class _Kind(Struct, frozen=True):
    used: Masks
    kept: Masks
    weight: Floats


def up_to_suits(held: Range, others: Sequence[Range], dead: int) -> Range:
    """One hand for all that differ in the names of suits, where the others do not tell suits apart."""
    if dead or not all(map(_is_alike_in_all_suits, others)):
        return held
    keys = in_order(suits_of(held.kept) << SUIT_BITS | suits_of(held.thrown))
    which = numbered_together([*keys, held.chooses])
    first = np.unique(which, return_index=True)[1]
    return structs.replace(held.some(first), weight=np.bincount(which, held.weight))


@lru_cache(32)
def _is_alike_in_all_suits(held: Range) -> bool:
    return all(_sorted(held, suit) == _sorted(held, None) for suit in range(1, len(SUITS)))


def _sorted(held: Range, suit: int | None) -> bytes:
    """The hands in order, when that suit and the one before it have changed places."""
    kept, thrown = (cards if suit is None else _swapped(cards, suit) for cards in (held.kept, held.thrown))
    order = np.lexsort((held.weight, thrown, kept))
    return b"".join(part[order].tobytes() for part in (kept, thrown, held.weight))


def _swapped(cards: Masks, suit: int) -> Masks:
    low, high = IN_SUIT << SUIT_BITS * (suit - 1), IN_SUIT << SUIT_BITS * suit
    return cards & ~(low | high) | (cards & low) << SUIT_BITS | (cards & high) >> SUIT_BITS


def pairs_of_kinds(first: Range, second: Range, dead: int, most: int) -> list[Pair]:
    """A pair for all hands of two ranges that differ in suits which cannot matter.

    Raises TooManyError if there are more than `most`, HistparseError if no two hands can be held together.
    """
    if len(first.kept) * len(second.kept) > _MOST_PAIRS:
        raise TooManyError("there are too many pairs of hands to count")
    parts = [(ours, theirs, ours[1] | theirs[1]) for ours in _by_suit(first) for theirs in _by_suit(second)]
    kinds = [(_kinds(ours[0], suits), _kinds(theirs[0], suits)) for ours, theirs, suits in parts]
    if sum(len(ours) * len(theirs) for ours, theirs in kinds) > most:
        raise TooManyError("there are too many pairs of hands to count")
    pairs = [pair for mine, others in kinds for one in mine for other in others for pair in _pair(one, other, dead)]
    if not pairs:
        raise clash([first, second])
    return pairs


@lru_cache(32)
def _by_suit(held: Range) -> list[tuple[Range, int]]:
    """The hands that can draw a flush in each suit, and those that cannot: with all cards of that suit."""
    every = [IN_SUIT << SUIT_BITS * suit for suit in range(len(SUITS))]
    may_draw = np.stack([(held.kept & ~suit == 0) & (np.bitwise_count(held.kept) < HAND) for suit in every])
    which = (np.array(every)[:, None] * may_draw).sum(0)
    return [(held.some(which == suits), suits) for suits in np.unique(which).tolist()]


@lru_cache(64)
def _kinds(held: Range, suits: int) -> list[_Kind]:
    """The hands by ranks kept and thrown. Suits matter for flushes: made ones, and those that can still be made."""
    cards = held.cards
    is_flush = (suits_of(held.kept) > 0).sum(0) <= 1
    which = numbered_together(
        [rank_keys(held.kept), rank_keys(held.thrown), np.where(is_flush, held.kept, 0), cards & suits]
    )
    order = np.argsort(which, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(which[order])) + 1)
    return [_Kind(cards[part], held.kept[part], held.weight[part]) for part in parts]


def _pair(ours: _Kind, theirs: _Kind, dead: int) -> Iterator[Pair]:
    """Two hands of these kinds that share no card, if there are any."""
    apart = ours.used[:, None] & theirs.used == 0
    if apart.any():
        one, other = (int(place) for place in np.unravel_index(apart.argmax(), apart.shape))
        unseen = EVERY_CARD & ~int(ours.used[one] | theirs.used[other] | dead)
        weight = float(ours.weight @ apart @ theirs.weight)
        yield Pair((int(ours.kept[one]), int(theirs.kept[other])), unseen, weight)
