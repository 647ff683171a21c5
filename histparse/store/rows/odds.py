"""Step 6b, rows: odds of known cards - the chance of each low in a draw."""

from __future__ import annotations

import numpy as np
import polars as pl

from histparse.odds.draw_odds import Flags, chances, flags_in

CHANCES = ("p_seven", "p_eight", "p_nine")
"""Columns of `draws`, for the highest cards in histparse.odds.draw_odds."""

_CARD = 3
"""Characters per card in a text of cards, including the blank."""


def with_chances(drawn: pl.DataFrame) -> pl.DataFrame:
    """The draws with the chance of each low; null for a pat hand and where cards held or discarded are unknown."""
    known = drawn.with_row_index("row").filter(
        pl.col("drawn") > 0,
        pl.col("held_before").is_not_null() & pl.col("thrown").is_not_null(),
        (pl.col("thrown_before").str.len_bytes() + 1).fill_null(0) == _CARD * pl.col("thrown_count"),
    )
    odds = np.full((len(CHANCES), len(drawn)), np.nan)
    if not known.is_empty():
        odds[:, known["row"].to_numpy()] = _chances(known)
    return drawn.with_columns(
        pl.Series(name, values).fill_nan(None) for name, values in zip(CHANCES, odds, strict=True)
    )


def _chances(known: pl.DataFrame) -> np.ndarray:
    """The chances; NaN where the text says that they discarded cards they did not hold."""
    held, thrown, before = (_flags(known, name) for name in ("held_before", "thrown", "thrown_before"))
    kept = held & ~thrown
    fits = kept.sum((0, 1)) == 5 - known["drawn"].to_numpy()
    return np.where(fits, chances(kept, held | before), np.nan)


def _flags(known: pl.DataFrame, name: str) -> Flags:
    width = 1 + known[name].str.len_bytes().fill_null(0).to_numpy().max() // _CARD
    return flags_in(known[name].fill_null("").str.pad_end(_CARD * width).str.join().item(), width)
