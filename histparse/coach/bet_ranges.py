"""Coach, leaks: what players of the pool hold as a river of two begins, from hands known whatever became of them.

Two hands are known so: those of heroes, and those that are the first to be shown - of somebody first to act who checks
and sees a check behind, and of whoever bets and is called. Whether they are called depends on the other's cards, not on
theirs. So hands after a check stand for all checks of that line, and those after a bet for all bets.
"""

from __future__ import annotations

import numpy as np

from histparse.odds.best_draws import Floats

DRAWS = 3
"""Lines are by own cards drawn first: 0, 1, 2 or more."""
_AS_ALL = 4
"""A line weighs that many hands of all lines with as many own cards drawn, lest a hand be impossible."""
_NEVER = 1e-6
"""How often a class is held at least: the player may hold what nobody did."""


def held(counts: Floats) -> tuple[Floats, Floats]:
    """How often each class is held in each line; and from how many hands, equally telling, that is known.

    `counts`: any number of samples, by lines, first acts and classes, the unknown last. A place at the table counts
    only if hands are known after each of its acts.
    """
    known = counts[..., :-1]
    number, total = known.sum(-1), counts.sum(-1)
    each = np.divide(total, number, out=np.zeros_like(total), where=number > 0)
    by_place = (*counts.shape[:-2], 2, 2)
    told = ((number > 0) | (total == 0)).reshape(by_place).all(-1)
    each = (each.reshape(by_place) * told[..., None]).reshape(each.shape)
    hands = (known * each[..., None]).sum(-2)
    whole, squares = hands.sum(-1), (number * each**2).sum(-1)
    telling = np.divide(whole**2, squares, out=np.zeros_like(whole), where=squares > 0)
    alike = hands.reshape(*hands.shape[:-2], DRAWS, -1, hands.shape[-1]).sum(-2)
    alike = np.repeat(_shares(alike), hands.shape[-2] // DRAWS, -2)
    return _shares(_shares(_shares(hands) * telling[..., None] + _AS_ALL * alike) + _NEVER), telling


def _shares(amounts: Floats) -> Floats:
    return np.asarray(amounts / np.maximum(amounts.sum(-1, keepdims=True), 1e-9))
