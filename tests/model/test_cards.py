"""Cards: reading, writing, and what is not a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.model.cards import DECK, UNKNOWN, Card, Cards, known, parse_cards, show_cards


def test_the_deck_has_52_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52


@given(st.lists(st.sampled_from((*DECK, UNKNOWN))).map(tuple))
def test_what_is_written_is_read(cards: Cards) -> None:
    assert parse_cards(show_cards(cards)) == cards
    assert parse_cards(",".join(cards)) == cards


def test_spellings_of_sites() -> None:
    assert parse_cards("tS, 9H  x ??") == (Card("Ts"), Card("9h"), UNKNOWN, UNKNOWN)
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["1s", "Tx", "10s", "T", "Ts9h", "🂡"])
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(f"Ts {text}")


def test_known_cards_only() -> None:
    assert known(parse_cards("?? Ts ?? 2c")) == ("Ts", "2c")
