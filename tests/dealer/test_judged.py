"""The dealer and the rules, written apart, must agree: dealt hands are judged without a finding."""

from __future__ import annotations

import os

import pytest

from histparse.dealer import deal_hands
from histparse.house import house
from histparse.replay.engine import judge
from histparse.writers import sites
from tests.dealer.games import GAMES, game

HANDS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 60


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_dealt_hands_are_legal(site: str, name: str) -> None:
    rules = house(site)
    for hand in deal_hands(game(name, HANDS, seed=77, site=site)):
        assert judge(hand, rules).findings == (), hand
