"""Columns of cards as bits."""

from __future__ import annotations

import polars as pl

from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, card_masks_in_column, cards_to_mask


def test_cards_of_many_texts() -> None:
    pair, single = DECK[:2], DECK[30:31]
    masks = card_masks_in_column(pl.Series([" ".join(pair), "", *single]))
    assert masks.tolist() == [cards_to_mask(pair), 0, cards_to_mask(single)]
    assert card_masks_in_column(pl.Series([" ".join(DECK)])).tolist() == [EVERY_CARD]


def test_no_texts_have_no_cards() -> None:
    assert card_masks_in_column(pl.Series([], dtype=pl.String)).tolist() == []
