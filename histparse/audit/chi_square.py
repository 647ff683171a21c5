"""Audit, deal: counts held against what chance expects, and the power to find a fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike

from histparse.model.errors import HistparseError
from histparse.odds.card_sets import Floats
from histparse.system import late

LEVEL = 0.05
"""The chance that a family of tests finds anything in hands that were dealt by chance alone, at most."""
SUFFICIENT = 0.8
"""How often a fault is found by the sample that is said to be needed."""
_RANK = 1e-9
"""Directions in which counts vary less than this part of the largest do not vary: their sum is fixed."""


Fault = Callable[[float], str]
"""A fault in words, by its size: `deuces 5 % rarer`."""
Power = Callable[[float, float, float], float]
"""The chance to find a fault, by the number in the sample, the level of the test and the size of the fault."""


class TooFewError(HistparseError):
    """The sample is too small for a test; the message says what it needs."""


class Measured(Struct, frozen=True, kw_only=True):
    """One test, before it is corrected for the others."""

    sample: int
    unit: str
    """What the sample consists of: `hands dealt`."""
    counted: str
    """What is told of it, the furthest from expectation: `deuces`."""
    expected: float
    observed: float
    p: float
    effect: float
    """Observed beside expected: 0.05 is five per cent more."""
    low: float
    high: float
    """The 95 % interval of the effect; of the furthest of several, one that holds for all of them."""
    fault: Fault
    size: float
    """The size of the fault for which the power is told: 0.05."""
    power: Power


def require_sample(sample: int, least: int, unit: str) -> None:
    """Raises TooFewError if the sample is smaller than that."""
    if sample < least:
        raise TooFewError(f"needs {least:,} {unit}, there are {sample:,}")


class Allowed(Struct, frozen=True):
    """By what counts may be off without any fault: sums of these directions, each between its bounds."""

    directions: Floats
    """An array of counts by directions."""
    least: Floats
    most: Floats


def run_chi_square_test(
    observed: ArrayLike,
    expected: ArrayLike,
    covariance: ArrayLike,
    names: Sequence[str],
    *,
    sample: int,
    unit: str,
    fault: Fault,
    effect_size: float,
    shift: ArrayLike,
    allowed: Allowed | None = None,
) -> Measured:
    """The chi-square test of counts that together have that covariance.

    `shift`: by how much a fault of that size moves each count of this sample. With `allowed` the statistic is the least
    that what is allowed leaves, so its p-value is too large rather than too small.
    """
    totals, mean, variances = (np.asarray(figures, np.float64) for figures in (observed, expected, covariance))
    white = whitening_matrix(variances)
    freedom = len(white)
    moved = np.asarray(shift, np.float64) / effect_size
    statistic = _least_squared_distance(white, totals - mean, allowed)
    spread = np.sqrt(np.diag(variances))
    furthest = int(np.argmax(np.abs(totals - mean) / spread))
    half = float(late.stats.norm.isf(LEVEL / 2 / len(names)) * spread[furthest] / mean[furthest])
    effect = float(totals[furthest] / mean[furthest] - 1)
    return Measured(
        sample=sample,
        unit=unit,
        counted=names[furthest],
        expected=float(mean[furthest]),
        observed=float(totals[furthest]),
        p=float(late.stats.chi2.sf(statistic, freedom)),
        effect=effect,
        low=max(effect - half, -1.0),
        high=effect + half,
        fault=fault,
        size=effect_size,
        power=chi_square_power(freedom, lambda size: _least_squared_distance(white, size * moved, allowed) / sample),
    )


def chi_square_power(freedom: int, noncentrality: Callable[[float], float]) -> Power:
    """The power of a chi-square test. `noncentrality`: of one of the sample, by the size of the fault."""
    return lambda sample, level, size: float(
        late.stats.ncx2.sf(late.stats.chi2.isf(level, freedom), freedom, noncentrality(size) * sample)
    )


# --- sizes of faults in words ---------------------------------------------------------------------------------


def format_percent_rounded_up(part: float) -> str:
    """`8.3 %`: two digits, rounded up, so that what is said to be found is found."""
    step = 10 ** (floor(log10(100 * part)) - 1)
    rounded = ceil(100 * part / step - _RANK) * step
    return f"{rounded:.0f} %" if rounded >= 10 else f"{rounded:.2g} %"


def format_chance_as_one_of(chance: float) -> str:
    """`1 of 1,200`, rounded as `percent` is; `56 of 100` if that is more than a tenth."""
    if chance > 0.1:
        return f"{ceil(100 * chance - _RANK)} of 100"
    number = int(1 / chance + _RANK)
    step = 10 ** max(0, len(str(number)) - 2)
    return f"1 of {number // step * step:,}"


def whitening_matrix(covariance: Floats) -> Floats:
    """The matrix that makes counts of that covariance independent, with variance 1: as many rows as may vary."""
    values, vectors = np.linalg.eigh(covariance)
    varies = values > _RANK * values[-1]
    return np.asarray((vectors[:, varies] / np.sqrt(values[varies])).T)


def _least_squared_distance(whitening_matrix: Floats, deviations: Floats, allowed: Allowed | None) -> float:
    if allowed is None:
        return float(((whitening_matrix @ deviations) ** 2).sum())
    solution = late.optimize.lsq_linear(
        whitening_matrix @ allowed.directions, whitening_matrix @ deviations, (allowed.least, allowed.most), tol=1e-12
    )
    return float(2 * solution.cost)
