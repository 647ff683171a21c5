"""Audit: what a test found, and what it would have found."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from histparse.model.errors import HistparseError

LEVEL = 0.05
"""The chance that a family of tests finds anything in hands that were dealt by chance alone, at most."""
FOUND = 0.8
"""How often a fault is found by the sample that is said to be needed."""


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
    fault: str
    """The fault for which the power is told: `deuces 5 % rarer`."""
    power: Callable[[float, float], float]
    """The chance to find that fault, by the size of a sample and the level of the test."""


def enough(sample: int, least: int, unit: str) -> None:
    """Raises TooFewError if the sample is smaller than that."""
    if sample < least:
        raise TooFewError(f"needs {least:,} {unit}, there are {sample:,}")
