"""Step 6b, rows: window functions over runs - adjacent rows with equal keys, such as a betting round.

A value that is not there is NONE, as a row that is not there: `values_at_or_none` finds it as the last of an array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from histparse.odds.card_sets import card_masks_in_column
from histparse.odds.draw_odds import low_chances

Ints = np.ndarray[Any, np.dtype[Any]]  # Any: numpy's own types say which sum of which numbers is how wide
Flags = np.ndarray[Any, np.dtype[np.bool_]]

NONE = -1
WIDE = 1_000
"""Larger by two, at least, than any value whose minimum or maximum is taken."""


class Runs:
    """Rows in runs. Results are in the order of the rows as they came."""

    def __init__(self, *keys: Ints, order: Ints | None = None) -> None:
        """`order`: in which the rows are looked at, if not as they come."""
        self._order = order
        self._rows = np.arange(len(keys[0]))
        begins = np.ones(len(self._rows), np.bool_)
        begins[1:] = np.logical_or.reduce([key[1:] != key[:-1] for key in map(self._put_in_order, keys)])
        self._start = np.maximum.accumulate(np.where(begins, self._rows, 0))
        self._place = self._rows - self._start

    def index_in_run(self) -> Ints:
        """Count the rows of the run before each one."""
        return self._restore_order(self._place)

    def first_value(self, values: Ints) -> Ints:
        """The value in the first row of the run."""
        return self._restore_order(self._put_in_order(values)[self._start])

    def previous_value(self, values: Ints) -> Ints:
        """The value in the previous row; NONE in the first row of the run."""
        return self._restore_order(np.where(self._place > 0, np.roll(self._put_in_order(values), 1), NONE))

    def count_before(self, flags: Flags) -> Ints:
        """The number of earlier rows of the run with the flag."""
        return self.sum_before(flags)

    def sum_before(self, values: Ints | Flags) -> Ints:
        """The sum of the values in earlier rows of the run."""
        ordered = self._put_in_order(values)
        total = np.cumsum(ordered) - ordered
        return self._restore_order(total - total[self._start])

    def previous_row_where(self, flags: Flags) -> Ints:
        """The last earlier row of the run with the flag, of rows in their order; NONE if there is none."""
        last = np.roll(np.maximum.accumulate(np.where(flags, self._rows, NONE)), 1)
        return np.where((self._place > 0) & (last >= self._start), last, NONE)

    def lowest_before(self, values: Ints) -> Ints:
        """The lowest value in earlier rows of the run, of rows in their order."""
        return _negate_keeping_none(self.highest_before(_negate_keeping_none(values)))

    def lowest_of_others(self, values: Ints) -> Ints:
        """The lowest value in all other rows of the run, of rows in their order."""
        return _negate_keeping_none(self.highest_of_others(_negate_keeping_none(values)))

    def highest_before(self, values: Ints) -> Ints:
        """The highest value in earlier rows of the run, of rows in their order. No value is below 0."""
        offset = self._start * WIDE
        highest = np.roll(np.maximum.accumulate(values + offset), 1) - offset
        return np.where(self._place > 0, np.maximum(highest, NONE), NONE)

    def highest_of_others(self, values: Ints) -> Ints:
        """The highest value in all other rows of the run, of rows in their order."""
        offset = self._start * WIDE
        after = np.roll(np.maximum.accumulate((values - offset)[::-1])[::-1], -1) + offset
        return np.maximum(self.highest_before(values), np.where(self._has_next_row(), after, NONE))

    def _has_next_row(self) -> Flags:
        """Whether another row of the run follows."""
        return np.append(self._place[1:] > 0, values=False)[: len(self._rows)]

    def _put_in_order(self, values: Ints) -> Ints:
        return values if self._order is None else values[self._order]

    def _restore_order(self, values: Ints) -> Ints:
        if self._order is None:
            return values
        restored = np.empty_like(values)
        restored[self._order] = values
        return restored


def _negate_keeping_none(values: Ints) -> Ints:
    """The lowest value is the highest, and the other way round."""
    return np.where(values == NONE, NONE, WIDE - 2 - values)


def values_at_or_none(values: Ints, rows: Ints) -> Ints:
    """The values of those rows; NONE where there is no row."""
    return np.append(values, NONE)[rows]


def to_integers(values: pl.Series) -> Ints:
    """A column as numbers: words by their place among those of its type, null as NONE."""
    numbers = (values.to_physical() if isinstance(values.dtype, pl.Enum) else values).cast(pl.Int64)
    return np.asarray((numbers.fill_null(NONE) if numbers.null_count() else numbers).to_numpy())


def to_nullable_column(values: Ints) -> pl.Series:
    """The values as a column, NONE as null."""
    column = pl.Series(values, dtype=pl.Int64)
    return column.set(column < 0, None)


# --- odds ------------------------------------------------------------------------------------------------------------

CHANCES = ("p_seven", "p_eight", "p_nine")
"""Columns of `draws`, for the highest cards in histparse.odds.draw_odds."""

_CARD = 3
"""Characters per card in a text of cards, including the blank."""


def add_chances_of_lows(drawn: pl.DataFrame) -> pl.DataFrame:
    """The draws with the chance of each low; null for a pat hand and where cards held or discarded are unknown."""
    known = drawn.with_row_index("row").filter(
        pl.col("drawn") > 0,
        pl.col("held_before").is_not_null() & pl.col("thrown").is_not_null(),
        (pl.col("thrown_before").str.len_bytes() + 1).fill_null(0) == _CARD * pl.col("thrown_count"),
    )
    odds = np.full((len(CHANCES), len(drawn)), np.nan)
    if not known.is_empty():
        odds[:, known["row"].to_numpy()] = _low_chances_or_nan(known)
    return drawn.with_columns(
        pl.Series(name, values).fill_nan(None) for name, values in zip(CHANCES, odds, strict=True)
    )


def _low_chances_or_nan(known_draws: pl.DataFrame) -> np.ndarray:
    """The chances; NaN where the text says that they discarded cards they did not hold."""
    held, thrown, thrown_earlier = (
        card_masks_in_column(known_draws[name].fill_null("")) for name in ("held_before", "thrown", "thrown_before")
    )
    kept_cards = held & ~thrown
    fits = np.bitwise_count(kept_cards) == 5 - known_draws["drawn"].to_numpy()
    return np.where(fits, low_chances(kept_cards, held | thrown_earlier), np.nan)
