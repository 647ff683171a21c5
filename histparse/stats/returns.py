"""Step 7, statistics: the return on what tournaments cost, with its 95 % interval.

A hundred results of large tournaments do not show how much they vary: the prizes that matter most were not won yet. So
the interval rests on the prizes there were to win. If a player's chances of all prizes are those of the field times the
same number m, what they win with an entry has the mean m and the mean square m times that of the field: a variance of
`m x (square - m)`, in average winnings of the field. The interval has the means at which winning as much, or as little,
would have a chance of 2.5 %, by the gamma distribution of that mean and variance. Its coverage:
`tests/stats/test_returns.py`.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from histparse.system import late

SIZES = (1, 2, 6, 9, 18, 45, 180, 300, 1_300, 10_000)
SHARED = (1.0, 1.0, 0.545, 0.38, 0.3, 0.2, 0.16, 0.13, 0.05, 0.03)
"""How concentrated prizes are in fields of these sizes, where a list does not tell: the sum of squares of the shares.
The first are the payouts of one table; those of larger fields were counted in summaries of that size."""
STARTED = 5
"""Average entries that are added to a player's to tell how well they do."""
_TAIL = 0.025


class Return(Struct, frozen=True):
    """What came back of what was paid, as a fraction: 0.1 is a profit of 10 %."""

    roi: float
    low: float
    high: float


def concentration(players: np.ndarray) -> np.ndarray:
    """How concentrated the prizes of fields of these sizes are, between those of SIZES by the logarithm."""
    return np.asarray(np.interp(np.log(np.maximum(players, 1)), np.log(SIZES), SHARED))


def return_on(
    cost: np.ndarray, won: np.ndarray, fair: np.ndarray, players: np.ndarray, concentrated: np.ndarray
) -> Return | None:
    """The return of these tournaments; None if nothing was paid.

    `fair`: what an average entrant wins; `players`: the size of the field, at least 2; `concentrated`: nan where not
    known.
    """
    paid, fairly = float(cost.sum()), float(fair.sum())
    if paid <= 0 or fairly <= 0:
        return None
    shared = np.where(np.isnan(concentrated), concentration(players), concentrated)
    mean = (float(won.sum()) + STARTED * fairly / len(won)) / (fairly * (1 + STARTED / len(won)))
    square = shared * players
    unit = float((fair**2 * np.maximum(square - mean, square / 10)).sum()) / fairly if (square > 1).any() else 0.0
    roi = float(won.sum()) / paid - 1
    if unit <= 0:
        return Return(roi, roi, roi)
    # Without any prize the mean is bounded by what is hardly more than the smallest one.
    sums = float(won.sum()), max(float(won.sum()), fairly / len(won))
    inverse = late.special.chdtriv  # by the shape of the distribution
    low, high = (float(inverse(tail, 2 * each / unit)) / 2 for tail, each in zip((1 - _TAIL, _TAIL), sums, strict=True))
    ends = low * unit / paid - 1 if sums[0] else -1.0, high * unit / paid - 1
    return Return(roi, min(roi, ends[0]), max(roi, ends[1]))  # a prize far below the unit is beyond the approximation
