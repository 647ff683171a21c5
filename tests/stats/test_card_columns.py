"""Columns of cards as bits."""

from __future__ import annotations

import polars as pl

from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, mask_of
from histparse.stats.card_columns import masks


def test_cards_of_many_texts() -> None:
    two, one = DECK[:2], DECK[30:31]
    found = masks(pl.Series([" ".join(two), "", *one]))
    assert found.tolist() == [mask_of(two), 0, mask_of(one)]
    assert masks(pl.Series([" ".join(DECK)])).tolist() == [EVERY_CARD]


def test_no_texts_have_no_cards() -> None:
    assert masks(pl.Series([], dtype=pl.String)).tolist() == []
