"""Step 7, statistics: whether two rates differ by more than chance explains, and by enough to matter."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan, cos, erfc, pi, sin, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Counts = NDArray[np.int64]

Z = 1.959963984540054
FALSE_CLAIMS = 0.05
"""The share of false ones that claims may have, on average."""
LEAST_EFFECT = 0.1
"""In Cohen's h: less is small, however many hands prove it."""
SMALL = 30
"""Below so many opportunities a rate says little."""
_EXACT = 10_000
"""Outcomes that are summed one by one; of more the normal distribution is as good."""


class RatePair(Struct, frozen=True):
    """Two rates: made of so many opportunities, the same of the others, and their p-value."""

    made: int
    n: int
    others_made: int
    others_n: int
    p: float | None

    @property
    def is_large(self) -> bool:
        """Both samples say something."""
        return min(self.n, self.others_n) >= SMALL

    @property
    def h(self) -> float:
        """How far apart they are in Cohen's h: 2 from 8 % is as far as 40 from 54 %."""
        return 2 * asin(sqrt(self.made / self.n)) - 2 * asin(sqrt(self.others_made / self.others_n))

    @property
    def h_at_least(self) -> float:
        """The end of the 95 % interval of the distance that is nearer to none."""
        return abs(self.h) - Z * sqrt(1 / self.n + 1 / self.others_n)


def difference(own: Counts, others: Counts) -> float | None:
    """The p-value of two rates: how often chance alone sets them so far apart; None where a side had no opportunity.

    Each is an array of parts by (made, opportunities). A part has all that both sides did in certain hands. What is
    done in one hand hangs together, so the rates are held against their spread from part to part, as well as against
    what they would spread if no two acts had to do with each other; the larger p-value counts.
    """
    made, opportunities = own.sum(0).tolist(), others.sum(0).tolist()
    if not (made[1] and opportunities[1]):
        return None
    return max(independent(*made, *opportunities), _between_parts(own, others))


def independent(made: int, n: int, others_made: int, others_n: int) -> float:
    """The two-sided p-value of two proportions of independent acts: Fisher's, exact, while one number is small."""
    total, all_made = n + others_n, made + others_made
    if min(n, others_n, all_made, total - all_made) <= _EXACT:
        return _fisher(made, n, all_made, total)
    share = all_made / total
    error = sqrt(share * (1 - share) * (1 / n + 1 / others_n))
    return erfc(abs(made / n - others_made / others_n) / error / sqrt(2))


def _fisher(made: int, n: int, all_made: int, total: int) -> float:
    """The sum over all outcomes with these margins that are no more likely than the one that came."""
    least, most = max(0, n + all_made - total), min(n, all_made)
    k = np.arange(least, most, dtype=np.float64)
    steps = np.log((n - k) * (all_made - k)) - np.log((k + 1) * (total - all_made - n + k + 1))
    logs = np.concatenate([[0.0], steps.cumsum()])
    likely = np.exp(logs - logs.max())
    return float(min(1.0, likely[likely <= likely[made - least] * (1 + 1e-7)].sum() / likely.sum()))


def _between_parts(own: Counts, others: Counts) -> float:
    """By how much the difference would vary if other hands had been dealt, told from how the parts vary."""
    gap = _rate(own) - _rate(others)
    strays = _strays(own) - _strays(others)
    spread = sqrt(float(strays @ strays) * len(own) / (len(own) - 1))
    freedom = int(min(np.count_nonzero(own[:, 1]), np.count_nonzero(others[:, 1]))) - 1
    if freedom < 1:
        return 1.0
    return student_tails(gap / spread, freedom) if spread > 0 else 0.0


def _rate(side: Counts) -> float:
    made, n = side.sum(0)
    return float(made / n)


def _strays(side: Counts) -> NDArray[np.float64]:
    """How much each part moves the rate away from what it is."""
    return np.asarray((side[:, 0] - _rate(side) * side[:, 1]) / side[:, 1].sum(), np.float64)


def student_tails(t: float, freedom: int) -> float:
    """How often Student's t with so many degrees of freedom is as far from 0 (Abramowitz and Stegun, 26.7.3 and 4)."""
    angle = atan(abs(t) / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    inside = (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
    return max(0.0, 1 - inside)


def beyond_chance(tested: Sequence[RatePair]) -> list[bool]:
    """Which of all the rates that were looked at may be said to differ (Benjamini and Hochberg), large samples only."""
    looked_at = sorted(one.p for one in tested if one.p is not None and one.is_large)
    limits = (FALSE_CLAIMS * place / len(looked_at) for place in range(1, len(looked_at) + 1))
    level = max((p for p, limit in zip(looked_at, limits, strict=True) if p <= limit), default=-1.0)
    return [one.is_large and one.p is not None and one.p <= level and abs(one.h) >= LEAST_EFFECT for one in tested]
