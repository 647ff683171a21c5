"""Odds: the best draws for low of all hands, counted once and then kept in the cache."""

from __future__ import annotations

from functools import cache

import numpy as np

from histparse.odds.best_draws import BestDraws, Floats, count_best_draws
from histparse.odds.card_sets import HAND, SetIndex, all_sets, deck_without
from histparse.odds.kept_arrays import Arrays, kept_arrays
from histparse.odds.low_worth import low_worth


@cache
def low_draws() -> BestDraws:
    """From the cache, or counted: that takes seconds. The cache may be deleted at any time."""
    arrays = kept_arrays("odds", _counted)
    index = SetIndex(deck_without(), [np.asarray(arrays[f"keys{size}"], np.int64) for size in range(HAND + 1)])
    return BestDraws(index, [_of_five(sums) for sums in np.asarray(arrays["sums"], np.float64)])


def _counted() -> Arrays:
    sets = all_sets(deck_without())
    draws = count_best_draws(sets, low_worth(sets)).draws
    keys = {f"keys{size}": keys for size, keys in enumerate(draws.index.keys)}
    return {"sums": np.stack([sums[HAND] for sums in draws.sums]), **keys}


def _of_five(sums: Floats) -> Floats:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    every = np.zeros((HAND + 1, len(sums)))
    every[HAND] = sums
    return every
