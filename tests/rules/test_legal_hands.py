"""No false alarms: every simulated hand, for any site and table, is written, read and judged without a finding."""

from __future__ import annotations

import os

import pytest

from histparse.export import sites
from tests.rules.altering import found_in, texts
from tests.simulate.games import GAMES

pytestmark = pytest.mark.untraced

HANDS = 1_700 if os.environ.get("HISTPARSE_SOAK") else 8
"""Hands of each game at each site: 102,000 in a long run."""


@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_legal_hands_are_silent(site: str, name: str) -> None:
    for above, text in texts(site, name, HANDS, seed=19):
        assert found_in(text, above, site) == [], text
