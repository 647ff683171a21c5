"""All writers: text and back gives the same hand, line for line."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from histparse.simulate import deal_hands
from tests.dealer.writing import numbered, sites, write
from tests.export.hands import read_back
from tests.simulate.games import GAMES, game

HANDS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 40


@pytest.mark.nightly(5)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_dealt_hands_come_back_as_they_were(site: str, name: str) -> None:
    """But for headings kept as notes, which the dealer does not have."""
    first = 1
    for dealt in deal_hands(game(name, HANDS, seed=5, site=site)):
        hand = numbered(dealt, first)
        read = read_back(hand, first)
        assert replace(read, notes=tuple(note for note in read.notes if note.kind != "dealing hands")) == hand
        first += write(hand).count("\n")
