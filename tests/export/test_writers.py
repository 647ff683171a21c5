"""All writers: text and back gives the same hand, line for line."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from histparse import export
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.dealer.writing import heading, numbered, sites, write
from tests.simulate.games import GAMES, game

HANDS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 40


def read_back(hand: Hand, first: int) -> Hand:
    """The hand parsed from its text, without the headings kept as notes, which the dealer does not have."""
    parsed = parse_hand(HandText("", first, write(hand).rstrip("\n"), hand.header.site, heading(hand)))
    assert parsed.findings == ()
    assert parsed.hand is not None
    return replace(parsed.hand, notes=tuple(note for note in parsed.hand.notes if note.kind != "dealing hands"))


@pytest.mark.nightly(5)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_dealt_hands_come_back_as_they_were(site: str, name: str) -> None:
    first = 1
    for dealt in deal_hands(game(name, HANDS, seed=5, site=site)):
        hand = numbered(dealt, first)
        assert read_back(hand, first) == hand
        first += write(hand).count("\n")


def test_an_unknown_site() -> None:
    with pytest.raises(ValueError, match="no writer for `nowhere`: name one of phh, pokerstars"):
        export.writer("nowhere")
