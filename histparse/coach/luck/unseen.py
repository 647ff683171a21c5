"""Coach, luck: how rare low cards are among those a player has not seen.

Opponents who stay in were dealt more low cards than chance gives, those who fold fewer, and the cards that are left
have as many fewer or more. What such players are dealt is counted in the hands of heroes, whose cards are always known.
"""

from __future__ import annotations

import numpy as np

from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import EVERY_CARD, Masks
from histparse.odds.card_sets import HAND
from histparse.odds.draw_means import LOW

RAREST, MOST_FREQUENT = 0.01, 0.99
"""A share of low cards is never taken to be less or more: both kinds can come."""


def low_odds(seen: Masks, low_held: Floats) -> Floats:
    """How often a low card comes for each time that a high one does.

    `seen`: the cards the player has held. `low_held`: see `Draws`. To the first order: each opponent who holds more low
    cards than five unseen ones have on average takes those from the others.
    """
    unseen = EVERY_CARD & ~seen
    cards = np.bitwise_count(unseen).astype(np.float64)
    share = np.clip(np.bitwise_count(unseen & LOW) / cards, RAREST, MOST_FREQUENT)
    left = share - low_held * 4 * share * (1 - share) / np.maximum(cards - HAND, 1)
    left = np.clip(left, RAREST, MOST_FREQUENT)
    return np.asarray(left / (1 - left) * (1 - share) / share)
