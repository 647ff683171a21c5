"""No false alarms: every simulated hand, for any site and table, is written, read and judged without a finding."""

from __future__ import annotations

import pytest

from tests.conftest import SOAK
from tests.dealer.writing import sites
from tests.parsing.reading import read_hand
from tests.rules.altering import find_without_notes, judge_as_site, texts
from tests.simulate.games import GAMES

HANDS = 1_700 if SOAK else 5
"""Hands of each game at each site: 102,000 in a long run, in 15,000 of which a side pot is raked."""


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_legal_hands_are_silent(site: str, name: str) -> None:
    for heading, text in texts(site, name, HANDS, seed=19):
        assert find_without_notes(text, site, heading) == [], text


@pytest.mark.nightly
@pytest.mark.parametrize("site", sites())
def test_raked_hands_with_side_pots_are_among_them(site: str) -> None:
    several = 0
    for name in ("short", "tiny"):
        for heading, text in texts(site, name, 24, seed=19):
            table = judge_as_site(read_hand(text, site, heading)).table
            several += len(table.pots()) > 1 and table.chips_paid_out < table.pot
    assert several > 2
