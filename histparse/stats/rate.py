"""Step 7, statistics: the columns of a rate, which the macro `rate` of analytics/macros produces."""

from __future__ import annotations

from collections.abc import Collection

RATE = ("done", "chances", "rate", "low", "high")
"""Numerator, denominator, their ratio and its 95 % interval, from 0 to 1; null without a denominator."""


def has_rate(columns: Collection[str]) -> bool:
    """Whether rows with these columns are rates."""
    return set(RATE) <= set(columns)
