"""Step 7, statistics: whether two rates differ by more than chance explains, and by enough to matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import asin, erfc, sqrt
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.stats.catalogue import Statistic
from histparse.system import late

CountsByPart = NDArray[np.int64]
"""Made and opportunities, by parts of the hands."""
CountsByPeriod = NDArray[np.int64]

Z = 1.959963984540054
FALSE_CLAIMS = 0.05
"""The false discovery rate: the average share of claims that may be false."""
LEAST_EFFECT = 0.1
"""In Cohen's h: a smaller difference is negligible, however significant."""
ASSUMED_FREEDOM, TRUSTED_FREEDOM = 5, 10
"""Degrees of freedom that are assumed beside those of the other periods, and how many tell how much these stray: by
fewer alone, no period would ever stand out."""
SMALL = 30
"""With fewer opportunities a rate says little."""
_EXACT = 10_000
"""The most outcomes to sum one by one; beyond that the normal distribution is as good."""


class RatePair(Struct, frozen=True):
    """Two rates, the player's and the others', each as made and opportunities, and their p-value."""

    made: int
    n: int
    others_made: int
    others_n: int
    p: float | None

    @property
    def has_enough_chances(self) -> bool:
        """Whether both samples are large enough."""
        return min(self.n, self.others_n) >= SMALL

    @property
    def rarer_outcome_counts(self) -> tuple[int, ...]:
        """The counts that the test rests on, the same for a rate and for that of not doing it."""
        made, missed = (self.made, self.others_made), (self.n - self.made, self.others_n - self.others_made)
        return *min(made, missed), self.n, self.others_n

    @property
    def h(self) -> float:
        """The distance of the two rates in Cohen's h."""
        return cohens_h(self.made / self.n, self.others_made / self.others_n)

    @property
    def h_at_least(self) -> float:
        """The lower end of the 95 % interval of the distance."""
        return abs(self.h) - Z * sqrt(1 / self.n + 1 / self.others_n)


def difference_p_value(first: CountsByPart, second: CountsByPart) -> float | None:
    """The p-value of the difference between two rates; None where a side had no opportunity.

    Each is an array of parts by (made, opportunities). A part contains everything both sides did in certain hands. Acts
    within a hand are correlated, so the difference is tested both against the spread between parts and as if all acts
    were independent; the larger p-value counts.
    """
    first_sums, second_sums = first.sum(0).tolist(), second.sum(0).tolist()
    if not (first_sums[1] and second_sums[1]):
        return None
    return max(two_proportions_p_value(*first_sums, *second_sums), _p_value_from_parts(first, second))


def two_proportions_p_value(made: int, n: int, others_made: int, others_n: int) -> float:
    """The two-sided p-value of two proportions of independent acts: Fisher's exact test while one count is small."""
    total, all_made = n + others_n, made + others_made
    if min(n, others_n, all_made, total - all_made) <= _EXACT:
        return _fisher_p_value(made, n, all_made, total)
    share = all_made / total
    error = sqrt(share * (1 - share) * (1 / n + 1 / others_n))
    return erfc(abs(made / n - others_made / others_n) / error / sqrt(2))


def _fisher_p_value(made: int, n: int, all_made: int, total: int) -> float:
    """The sum over all outcomes with these margins that are no more likely than the observed one."""
    least, most = max(0, n + all_made - total), min(n, all_made)
    k = np.arange(least, most, dtype=np.float64)
    steps = np.log((n - k) * (all_made - k)) - np.log((k + 1) * (total - all_made - n + k + 1))
    logs = np.concatenate([[0.0], steps.cumsum()])
    likely = np.exp(logs - logs.max())
    return float(min(1.0, likely[likely <= likely[made - least] * (1 + 1e-7)].sum() / likely.sum()))


def _p_value_from_parts(first: CountsByPart, second: CountsByPart) -> float:
    """The p-value given how much the difference would vary with other hands, estimated from the parts."""
    gap = _rate_of_side(first) - _rate_of_side(second)
    strays = _rate_shifts_by_part(first) - _rate_shifts_by_part(second)
    spread = sqrt(float(strays @ strays) * len(first) / (len(first) - 1))
    freedom = int(min(np.count_nonzero(first[:, 1]), np.count_nonzero(second[:, 1]))) - 1
    if freedom < 1:
        return 1.0
    return two_sided_student_p(gap / spread, freedom) if spread > 0 else 0.0


def _rate_of_side(side: CountsByPart) -> float:
    made, n = side.sum(0)
    return float(made / n)


def _rate_shifts_by_part(side: CountsByPart) -> NDArray[np.float64]:
    """The distance by which each part moves the rate from its mean."""
    return np.asarray((side[:, 0] - _rate_of_side(side) * side[:, 1]) / side[:, 1].sum(), np.float64)


def two_sided_student_p(t: float, freedom: int) -> float:
    """The two-sided tail probability of Student's t."""
    return 2 * float(late.special.stdtr(freedom, -abs(t)))


def period_p_value(made: CountsByPeriod, chances: CountsByPeriod, period: int) -> float | None:
    """The p-value of the rate of one period, or session, beside that of all others together; None without such.

    Acts of one period are alike, as it was played with the same people: rates stray more from one to the next than
    those of independent acts. How much more is estimated from the others (DerSimonian and Laird), of few of them in
    proportion, and the difference is tested by that, with Student's distribution. So is it as if acts were independent;
    the larger p-value counts.
    """
    is_other = (np.arange(len(made)) != period) & (chances > 0)
    sizes = chances[is_other]
    period_made, period_n, others_made, others_n = map(
        int, (made[period], chances[period], made[is_other].sum(), sizes.sum())
    )
    if not (period_n and others_n):
        return None
    share, others_rate = (period_made + others_made) / (period_n + others_n), others_made / others_n
    freedom, mean_size = len(sizes) - 1, float((sizes**2).sum()) / others_n
    others_variance = others_rate * (1 - others_rate) or 1
    squares = float(((made[is_other] - sizes * others_rate) ** 2 / sizes).sum()) / others_variance
    # Like the error, in units of the variance of one act.
    between = min(1.0, freedom / TRUSTED_FREEDOM) * max(0.0, squares - freedom) / (others_n - mean_size or 1)
    error = sqrt(share * (1 - share) * (1 / period_n + 1 / others_n + between * (1 + mean_size / others_n)))
    t = (period_made / period_n - others_rate) / error if error else 0.0
    by_spread = two_sided_student_p(t, freedom + ASSUMED_FREEDOM)
    # Of 100 evenings played in one style 2 are named; a test by parts of the hands named 4 of 20.
    return max(two_proportions_p_value(period_made, period_n, others_made, others_n), by_spread)


def largest_claimable_p(p_values: Iterable[float], false_share: float = FALSE_CLAIMS) -> float:
    """The largest of these p-values that may be claimed (Benjamini and Hochberg); below all where none may."""
    ascending = sorted(p_values)
    limits = (false_share * place / len(ascending) for place in range(1, len(ascending) + 1))
    return max((p for p, limit in zip(ascending, limits, strict=True) if p <= limit), default=-1.0)


def cohens_h(first: float, second: float) -> float:
    """Compute the distance of two rates in Cohen's h: 2 is as far from 8 % as 40 from 54 %."""
    return 2 * asin(sqrt(first)) - 2 * asin(sqrt(second))


def are_beyond_chance(tested: Sequence[RatePair]) -> list[bool]:
    """Which of all the rates tested may be said to differ (Benjamini and Hochberg), large samples only.

    Rates with equal counts are one test.
    """
    tests = {
        (pair.rarer_outcome_counts, round(pair.p, 12)): pair.p
        for pair in tested
        if pair.p is not None and pair.has_enough_chances
    }
    # Tested one by one, the hundred rates of a report had 49 differences for 20 players of random seats.
    level = largest_claimable_p(tests.values())
    return [
        pair.has_enough_chances and pair.p is not None and pair.p <= level and abs(pair.h) >= LEAST_EFFECT
        for pair in tested
    ]


class Tested(Protocol):
    """A rate of a player beside the others'."""

    @property
    def statistic(self) -> Statistic:
        """Whose rate it is."""

    @property
    def key(self) -> Mapping[str, Any]:
        """The columns that identify it."""

    @property
    def pair(self) -> RatePair:
        """The counts of the player and of the others."""


Rate = TypeVar("Rate", bound=Tested)


class Claim(Struct, Generic[Rate], frozen=True):
    """A difference that chance does not explain."""

    equal: tuple[Rate, ...]
    """Rates with these counts, the one to tell first."""
    slices: tuple[Rate, ...]
    """Parts of it that differ in the same direction, the clearest first."""

    @property
    def main_rate(self) -> Rate:
        """The rate that stands for all."""
        return self.equal[0]


def prove_claims(tested: Sequence[Rate]) -> list[Claim[Rate]]:
    """Test these rates together, and return what they prove, the clearest difference first."""
    proven = are_beyond_chance([rate.pair for rate in tested])
    by_counts: dict[tuple[int, ...], list[Rate]] = {}
    for rate, is_proven in zip(tested, proven, strict=True):
        if is_proven:
            by_counts.setdefault(rate.pair.rarer_outcome_counts, []).append(rate)
    differences = sorted(by_counts.values(), key=lambda equal: -equal[0].pair.h_at_least)
    slices = [[part for part in differences if _is_slice(part, whole)] for whole in differences]
    parts = [part for whole_slices in slices for part in whole_slices]
    return [
        Claim(tuple(whole), tuple(part[0] for part in whole_slices))
        for whole, whole_slices in zip(differences, slices, strict=True)
        if whole not in parts
    ]


def _is_slice(part: Sequence[Tested], whole: Sequence[Tested]) -> bool:
    return any(
        part_rate.statistic.within == whole_rate.statistic.name
        and whole_rate.key.items() <= part_rate.key.items()
        and (part_rate.pair.h > 0) == (whole_rate.pair.h > 0)
        for part_rate in part
        for whole_rate in whole
    )
