"""Columns of cards as bits."""

from __future__ import annotations

import polars as pl

from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, mask_of, masks_in


def test_cards_of_many_texts() -> None:
    two, one = DECK[:2], DECK[30:31]
    found = masks_in(pl.Series([" ".join(two), "", *one]))
    assert found.tolist() == [mask_of(two), 0, mask_of(one)]
    assert masks_in(pl.Series([" ".join(DECK)])).tolist() == [EVERY_CARD]


def test_no_texts_have_no_cards() -> None:
    assert masks_in(pl.Series([], dtype=pl.String)).tolist() == []
