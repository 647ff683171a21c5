"""Step 6b, rows: window functions over runs: adjacent rows with equal keys, such as a betting round.

Polars' own windows handle each group separately, ten times slower than these few passes over whole columns.
"""

from __future__ import annotations

import polars as pl

WIDE = 1_000
"""Larger than any value whose minimum or maximum is taken."""


def with_start(frame: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """The frame with `start`: the number of the row in which the run begins."""
    number = pl.int_range(pl.len())
    return frame.with_columns(start=pl.when(_is_first(keys)).then(number).forward_fill())


def _is_first(keys: tuple[str, ...]) -> pl.Expr:
    return pl.any_horizontal(pl.col(key) != pl.col(key).shift() for key in keys).fill_null(value=True)


def place() -> pl.Expr:
    """How many rows of the run come before this one."""
    return pl.int_range(pl.len()) - pl.col("start")


def first(name: str) -> pl.Expr:
    """The value in the first row of the run."""
    return pl.col(name).gather("start")


def last(name: str) -> pl.Expr:
    """The value in the previous row, null in the first row of the run."""
    return pl.when(place() > 0).then(pl.col(name).shift())


def count_before(name: str) -> pl.Expr:
    """The number of earlier rows of the run in which the column is true."""
    total = pl.col(name).cum_sum() - pl.col(name)
    return total - total.gather("start")


def last_where(name: str) -> pl.Expr:
    """The number of the last earlier row of the run in which the column is true; null if there is none."""
    row = pl.when(pl.col(name)).then(pl.int_range(pl.len())).shift().forward_fill()
    return pl.when(row >= pl.col("start")).then(row)


def lowest_before(name: str) -> pl.Expr:
    """The lowest value in earlier rows of the run; null if there is none. Values are below WIDE."""
    below = pl.col("start") * WIDE  # later runs lie lower, so the lowest so far belongs to this run
    lowest = (pl.col(name).fill_null(WIDE) - below).cum_min().shift() + below
    return pl.when((place() > 0) & (lowest < WIDE)).then(lowest)


def lowest_beside(name: str) -> pl.Expr:
    """The same of all other rows of the run."""
    above = pl.col("start") * WIDE
    after = (pl.col(name).fill_null(WIDE) + above).cum_min(reverse=True).shift(-1) - above
    return pl.min_horizontal(lowest_before(name), pl.when(_goes_on() & (after < WIDE)).then(after))


def highest_before(name: str) -> pl.Expr:
    """The highest value in earlier rows of the run; null if there is none. No value is below 0."""
    above = pl.col("start") * WIDE
    highest = (pl.col(name).fill_null(-1) + above).cum_max().shift() - above
    return pl.when((place() > 0) & (highest >= 0)).then(highest)


def highest_beside(name: str) -> pl.Expr:
    """The same of all other rows of the run."""
    below = pl.col("start") * WIDE
    after = (pl.col(name).fill_null(-1) - below).cum_max(reverse=True).shift(-1) + below
    return pl.max_horizontal(highest_before(name), pl.when(_goes_on() & (after >= 0)).then(after))


def _goes_on() -> pl.Expr:
    """Whether another row of the run follows."""
    return pl.col("start").shift(-1) == pl.col("start")
