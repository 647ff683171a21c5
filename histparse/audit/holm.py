"""Audit: a family of tests, corrected so that it finds anything in fair hands in at most one of twenty samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log

import numpy as np
from scipy.optimize import brentq

from histparse.audit.measured import FOUND, Measured

_MOST = 1e12
"""A larger sample nobody will have."""


def corrected(p_values: Sequence[float]) -> list[float]:
    """The p-values by Holm's method: each is what the level of the family must be for its test to find something."""
    order = np.argsort(p_values)
    steps = np.maximum.accumulate(np.asarray(p_values)[order] * np.arange(len(order), 0, -1))
    found = np.empty(len(order))
    found[order] = np.minimum(steps, 1)
    return [float(one) for one in found]


def needed(one: Measured, level: float) -> int | None:
    """The sample that would find the fault in 80 of 100; None: none of any size would."""
    return least_sample(lambda sample: one.power(sample, level))


def least_sample(power: Callable[[float], float]) -> int | None:
    """The least sample with a power of 80 %, to two digits; None: a million million are not enough."""
    if power(_MOST) < FOUND:
        return None
    if power(1.0) >= FOUND:
        return 1
    exact = 10 ** brentq(lambda digits: power(10**digits) - FOUND, 0, log(_MOST, 10))
    step = 10 ** max(0, len(str(int(exact))) - 2)
    return int(ceil(exact / step) * step)
