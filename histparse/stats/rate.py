"""Step 7, statistics: the columns of a rate, which the macro `rate` of analytics/macros produces."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl

RATE = ("done", "chances", "rate", "low", "high")
"""Numerator, denominator, their ratio and its 95 % interval, from 0 to 1; null without a denominator."""

UNSAID = "?"
"""The currency of hands whose text names none."""


def has_rate(columns: Collection[str]) -> bool:
    """Whether rows with these columns are rates."""
    return set(RATE) <= set(columns)


def without_marks(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows with null for a currency that no text says; the database has `?`."""
    if frame.schema.get("currency") != pl.String:
        return frame
    return frame.with_columns(pl.col("currency").replace(UNSAID, None))
