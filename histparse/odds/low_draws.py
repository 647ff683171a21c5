"""Odds: the best draws of all hands for low."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb

import numpy as np
from msgspec import Struct

from histparse.model.cards import Cards
from histparse.model.ranking import WORST
from histparse.odds.best_draws import BestDraws, count_best_draws, largest
from histparse.odds.card_sets import (
    HAND,
    IN_SUIT,
    SUIT_BITS,
    CardSets,
    Floats,
    Ids,
    Masks,
    SetIndex,
    all_sets,
    cards_of,
    deck_without,
    hand_numbers,
    in_order,
    mask_of,
    subsets,
    suits_of,
)
from histparse.odds.constants import Array, constant

# --- the worth of low hands -------------------------------------------------------------------------------------------

CHANGE = 0.005
"""Worths that change by less are final."""
_GUESS = 10
"""At first a hand is worth its chance to beat that many hands as they are dealt."""


def low_worth(sets: CardSets) -> Floats:
    """The worth of each rank number, from 0 to 1, counted with a full deck; number 0 is not used."""
    dealt = sets.ways[HAND] / sets.ways[HAND].sum()
    worths = _beaten(sets, dealt) ** _GUESS
    change = 1.0
    while change > CHANGE:
        previous, worths = worths, _beaten(sets, _after_draws(sets, dealt, worths))
        change = np.abs(worths - previous).max()
    return worths


def _after_draws(sets: CardSets, dealt: Floats, worths: Floats) -> Floats:
    """How often each hand is held after all draws."""
    held = dealt
    for keeps in reversed(count_best_draws(sets, worths).keeps):
        held = _after_draw(sets, keeps, held)
    return held


def _beaten(sets: CardSets, held: Floats) -> Floats:
    """The chance of each number to beat hands that are held that often."""
    shares = np.bincount(hand_numbers(sets.index.keys[HAND]), held, WORST + 1)
    return 1 - np.cumsum(shares) + shares / 2


def _after_draw(sets: CardSets, keeps: Masks, held: Floats) -> Floats:
    """How often each hand is held after a draw, if that keep of each is chosen: inclusion and exclusion again."""
    unseen = sets.index.deck.size - HAND
    draw_shares = held / np.array([comb(unseen, HAND - keep.bit_count()) for keep in range(1 << HAND)])[keeps]
    shares = np.zeros(sets.index.first[-1])
    for subset, ids in enumerate(sets.subset_ids[HAND]):
        signs = np.array([_sign(subset, keep) for keep in range(1 << HAND)])
        shares += np.bincount(ids, draw_shares * signs[keeps], len(shares))
    return _spread(sets, shares)


def _sign(subset: int, keep: int) -> int:
    """How often hands with that subset count among those with the keep and none of the other cards."""
    return 0 if keep & ~subset else (-1) ** (subset ^ keep).bit_count()


def _spread(sets: CardSets, shares: Floats) -> Floats:
    """The shares of hands, when every set's share goes to all hands that contain it."""
    first = sets.index.first
    shares = np.append(shares, 0)  # for the ids -1
    for size, larger in enumerate(sets.one_more):
        portions = shares[first[size] : first[size + 1]] / (HAND - size)
        shares += np.bincount(larger.ravel() % len(shares), np.repeat(portions, larger.shape[1]), len(shares))
        shares[-1] = 0
    return np.asarray(shares[first[HAND] : -1])


class DrawTable(Struct, frozen=True):
    """What every keep of every hand is worth, and the best keep of each."""

    counted: BestDraws
    keeps: Masks
    """With 1-3 draws to come (rows), the cards to keep of each hand in `counted.index` (columns)."""

    def best_keeps(self, hands: Masks, draws_left: int) -> Masks:
        """The cards to keep of hands of five cards, looked up: much faster than with what they are worth."""
        ranks_and_suits = in_order(suits_of(hands) << 2 | np.arange(4)[:, None])
        ranks, suits = ranks_and_suits >> 2, ranks_and_suits & 3
        keys = (ranks << SUIT_BITS * np.arange(4)[:, None]).sum(0)
        best_keeps = self.keeps[draws_left - 1, np.searchsorted(self.counted.index.keys[HAND], keys)]
        keeps = np.zeros_like(hands)
        for place, suit in enumerate(suits):
            keeps |= (best_keeps >> SUIT_BITS * place & IN_SUIT) << SUIT_BITS * suit
        return keeps


@cache
def low_draws() -> DrawTable:
    """The best draws, from the constants of the package."""
    keys, sums = constant("draws_keys"), constant("draws_sums")
    sizes = np.bitwise_count(keys)
    index = SetIndex(deck_without(), [keys[sizes == size] for size in range(HAND + 1)])
    return DrawTable(BestDraws(index, [of_five(of_draws) for of_draws in sums]), constant("draws_keeps"))


def count_low_draws() -> dict[str, Array]:
    """The constants from which the best draws are made. It takes seconds."""
    sets = all_sets(deck_without())
    counted = count_best_draws(sets, low_worth(sets))
    parts = subsets(sets.index.keys[HAND], HAND)
    keeps = np.stack([np.take_along_axis(parts, places[None], 0)[0] for places in counted.keeps])
    sums = np.stack([sums[HAND] for sums in counted.draws.sums])
    return {"draws_keys": np.concatenate(sets.index.keys), "draws_sums": sums, "draws_keeps": keeps}


def draw_table(counted: BestDraws) -> DrawTable:
    """The best draws of all hands of a full deck, once they are counted."""
    parts, ids = _every_subset()
    places = [largest(counted.worths_of(ids, draws_left)) for draws_left in (1, 2, 3)]
    return DrawTable(counted, np.stack([np.take_along_axis(parts, best[None], 0)[0] for best in places]))


@cache
def _every_subset() -> tuple[Masks, Ids]:
    index = low_draws().counted.index
    return subsets(index.keys[HAND], HAND), index.subset_ids(index.keys[HAND], HAND)


def of_five(sums: Floats) -> Floats:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    sums_by_size = np.zeros((HAND + 1, len(sums)))
    sums_by_size[HAND] = sums
    return sums_by_size


def best_draw(held: Cards, draws_left: int) -> Cards:
    """What to keep of five cards with 1-3 draws to come, this one included."""
    return _of_mask(mask_of(held), draws_left)


@lru_cache(100_000)
def _of_mask(held: int, draws_left: int) -> Cards:
    return cards_of(int(low_draws().best_keeps(np.array([held]), draws_left)[0]))
