"""Coach, luck: what the surprises of a player's cards were worth, fitted to the player's other hands.

A value fitted to a hand would explain some of its result by chance, and take that away too: hands are fitted in five
parts, each by the four others.
"""

from __future__ import annotations

import numpy as np

from histparse.coach.luck.observed import Hands, Observed
from histparse.coach.luck.surprises import surprises
from histparse.odds.best_draws import Floats

FOLDS = 5
HOLD = 100
"""How many hands without any effect are added to those fitted, so that few hands do not claim much (ridge)."""


def luck(observed: Observed) -> Floats:
    """What the player's own cards brought in each hand beyond the average, in big bets; 0 where they are unknown."""
    figures = surprises(observed)
    return priced(figures, observed.hands, values(figures, observed.hands))


def priced(figures: Floats, hands: Hands, worth: Floats) -> Floats:
    """The figures of each hand at the values that other hands gave."""
    return np.asarray((figures * worth[hands.key % FOLDS]).sum(1))


def values(figures: Floats, hands: Hands) -> Floats:
    """What each figure was worth in the hands of all other parts, in big bets: an array of parts by figures."""
    fold = np.where(hands.known, hands.key % FOLDS, FOLDS)
    columns = np.column_stack([figures, hands.net, np.ones(len(fold))])
    parts = (columns[fold == part] for part in range(FOLDS))
    products = np.stack([np.einsum("hi,hj->ij", part, part) for part in parts])
    return np.stack([_fit(of_others) for of_others in products.sum(0) - products])


def _fit(products: Floats) -> Floats:
    """From the sums of products of all figures, the net and 1."""
    alike, with_net, sums = products[:-2, :-2], products[:-2, -2], products[:-2, -1]
    net, hands = products[-2:, -1]
    if not hands:
        return np.zeros(len(sums))
    scale = np.sqrt(np.diag(alike) / hands)
    scale[scale == 0] = 1
    held = alike / np.outer(scale, scale) + HOLD * np.eye(len(scale))
    return np.asarray(np.linalg.solve(held, (with_net - sums * net / hands) / scale) / scale)
