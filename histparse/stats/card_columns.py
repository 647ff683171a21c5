"""Step 7, statistics: columns of cards as bits, for all that is counted of cards outside the database."""

from __future__ import annotations

import polars as pl

from histparse.odds.card_sets import Masks, masks_in

_CARD = len("2c ")


def masks(column: pl.Series) -> Masks:
    """The cards of each text, such as `2c 7h`; none where it is empty."""
    width = 1 + max(column.str.len_bytes(), default=0) // _CARD
    return masks_in(column.str.pad_end(_CARD * width).str.join().item() if len(column) else "", width)
