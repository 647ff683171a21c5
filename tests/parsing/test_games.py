"""Hands counted by their first lines: as many of each site, and of other games, as reading all of them finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import flow
from histparse.parsing.doctor import Games
from histparse.parsing.parser import SUMMARY
from tests.samples import FOLDER


def read_whole(file: Path) -> Games:
    """The hands of this game by site, tournament summaries and all other texts, each read to its end."""
    games = Games()
    for result in flow.parse_file(file):
        if result.text and result.text.other_text == SUMMARY:
            games.tournaments += 1
        elif result.text and result.skipped is None:
            games.hands[result.text.site] += 1
        elif result.text:
            games.others += 1
    return games


def count_compared(folder: Path) -> int:
    """How many hands of a folder were counted both ways, with the same result."""
    compared = 0
    for file in folder.rglob("*"):
        if file.is_file():
            games = Games()
            games.add_file(file)
            assert games == read_whole(file), file
            compared += games.hands.total() + games.tournaments + games.others
    return compared


@pytest.mark.nightly
def test_samples_of_all_sites() -> None:
    assert count_compared(FOLDER) > 1_000


def test_what_real_sites_wrote(real_histories: Path) -> None:
    assert count_compared(real_histories) > 40
