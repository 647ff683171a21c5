"""The fast lane: arrays of cards, codes and numbers as columns of polars."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from histparse.model.cards import DECK

Columns = dict[str, Any]
"""By name, what `pl.Series` takes."""
LETTERS = np.array([list(f" {card}".encode()) for card in DECK] + [[0, 0, 0]], np.uint8)
"""By card, a blank and its letters; nothing for the last one, which is no card."""


def text_of(cards: np.ndarray) -> pl.Series:
    """Rows of cards as text, `7h 5d 4c`; null where there is none. Cards that are not known stand at the end."""
    known = cards[:, 0] >= 0
    letters = LETTERS[cards[known]].reshape(known.sum(), 3 * cards.shape[1])
    texts = np.ascontiguousarray(letters[:, 1:]).view(f"S{letters.shape[1] - 1}")[:, 0]
    return spread(pl.Series(texts).cast(pl.String), known)


def spread(values: pl.Series, known: np.ndarray) -> pl.Series:
    """The values in the rows that are known, null in the others."""
    rows = np.where(known, known.cumsum() - 1, 0)
    return values.gather(pl.Series(rows).set(pl.Series(~known), None))


def words_of(codes: np.ndarray, known: dict[Any, str], kind: pl.DataType) -> pl.Series:
    """A word of that type for each code; null for a code that has none."""
    words = pl.Series([known.get(code) for code in range(max(known) + 1)], dtype=kind)
    return words.gather(pl.Series(np.ascontiguousarray(codes)))


def unless(values: np.ndarray, absent: np.ndarray) -> pl.Series:
    """The values, null where they are absent."""
    return pl.Series(np.ascontiguousarray(values)).set(pl.Series(np.ascontiguousarray(absent)), None)
