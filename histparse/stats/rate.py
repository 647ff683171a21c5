"""Step 7, statistics: how a rate comes out of a query - the macro `rate` of analytics/macros makes these columns."""

from __future__ import annotations

from collections.abc import Collection

RATE = ("done", "chances", "rate", "low", "high")
"""Numerator, denominator, their ratio and its 95 % interval, from 0 to 1; null without a denominator."""


def has_rate(columns: Collection[str]) -> bool:
    """Rows with these columns are rates."""
    return set(RATE) <= set(columns)
