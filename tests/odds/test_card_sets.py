"""Columns of cards as bits."""

from __future__ import annotations

import polars as pl

from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, card_masks_in_column, cards_to_mask


def test_cards_of_many_texts() -> None:
    two, one = DECK[:2], DECK[30:31]
    found = card_masks_in_column(pl.Series([" ".join(two), "", *one]))
    assert found.tolist() == [cards_to_mask(two), 0, cards_to_mask(one)]
    assert card_masks_in_column(pl.Series([" ".join(DECK)])).tolist() == [EVERY_CARD]


def test_no_texts_have_no_cards() -> None:
    assert card_masks_in_column(pl.Series([], dtype=pl.String)).tolist() == []
