"""Odds: the best draws of all hands, to be looked up; those for low are counted once and then kept in the cache."""

from __future__ import annotations

from functools import cache

import numpy as np
from msgspec import Struct

from histparse.odds.best_draws import BestDraws, Floats, count_best_draws, largest
from histparse.odds.card_masks import IN_SUIT, SUIT_BITS, Masks, subsets, suits_of
from histparse.odds.card_sets import HAND, Ids, SetIndex, all_sets, deck_without, in_order
from histparse.odds.kept_arrays import Arrays, kept_arrays
from histparse.odds.low_worth import low_worth


class DrawTable(Struct, frozen=True):
    """What every keep of every hand is worth, and the best keep of each."""

    counted: BestDraws
    keeps: Masks
    """With 1-3 draws to come (rows), the cards to keep of each hand in `counted.index` (columns)."""

    def kept(self, hands: Masks, to_come: int) -> Masks:
        """The cards to keep of hands of five cards, looked up: much faster than with what they are worth."""
        ranks_and_suits = in_order(suits_of(hands) << 2 | np.arange(4)[:, None])
        ranks, suits = ranks_and_suits >> 2, ranks_and_suits & 3
        keys = (ranks << SUIT_BITS * np.arange(4)[:, None]).sum(0)
        kept = self.keeps[to_come - 1, np.searchsorted(self.counted.index.keys[HAND], keys)]
        found = np.zeros_like(hands)
        for place, suit in enumerate(suits):
            found |= (kept >> SUIT_BITS * place & IN_SUIT) << SUIT_BITS * suit
        return found


@cache
def low_draws() -> DrawTable:
    """From the cache, or counted: that takes seconds. The cache may be deleted at any time."""
    arrays = kept_arrays("odds", _counted)
    index = SetIndex(deck_without(), [np.asarray(arrays[f"keys{size}"], np.int64) for size in range(HAND + 1)])
    counted = BestDraws(index, [of_five(sums) for sums in np.asarray(arrays["sums"], np.float64)])
    return DrawTable(counted, np.asarray(arrays["keeps"], np.int64))


def _counted() -> Arrays:
    sets = all_sets(deck_without())
    found = count_best_draws(sets, low_worth(sets))
    keys = {f"keys{size}": keys for size, keys in enumerate(sets.index.keys)}
    parts = subsets(sets.index.keys[HAND], HAND)
    keeps = np.stack([np.take_along_axis(parts, places[None], 0)[0] for places in found.keeps])
    return {"sums": np.stack([sums[HAND] for sums in found.draws.sums]), "keeps": keeps, **keys}


def draw_table(counted: BestDraws) -> DrawTable:
    """The best draws of all hands of a full deck, once they are counted."""
    parts, ids = _every_subset()
    places = [largest(counted.worths_of(ids, to_come)) for to_come in (1, 2, 3)]
    return DrawTable(counted, np.stack([np.take_along_axis(parts, best[None], 0)[0] for best in places]))


@cache
def _every_subset() -> tuple[Masks, Ids]:
    index = low_draws().counted.index
    return subsets(index.keys[HAND], HAND), index.subset_ids(index.keys[HAND], HAND)


def of_five(sums: Floats) -> Floats:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    every = np.zeros((HAND + 1, len(sums)))
    every[HAND] = sums
    return every
