"""Hands as the coach has them: masks of cards."""

from __future__ import annotations

import numpy as np

from histparse.model.cards import parse_cards
from histparse.odds.card_sets import Masks, cards_to_mask


def masks(*hands: str) -> Masks:
    """The mask of each hand."""
    return np.array([cards_to_mask(parse_cards(hand)) for hand in hands])
