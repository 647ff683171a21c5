"""Odds: the best draw for low of one hand, remembered."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from histparse.model.cards import Cards
from histparse.odds.card_masks import cards_of, mask_of
from histparse.odds.low_draws import low_draws


def best_draw(held: Cards, to_come: int) -> Cards:
    """What to keep of five cards with 1-3 draws to come, this one included."""
    return _of_mask(mask_of(held), to_come)


@lru_cache(100_000)
def _of_mask(held: int, to_come: int) -> Cards:
    return cards_of(int(low_draws().kept(np.array([held]), to_come)[0]))
