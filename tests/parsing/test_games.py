"""Hands counted by their first lines: as many of each site, and of other games, as reading all of them finds."""

from __future__ import annotations

from collections.abc import Iterable
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


def expect_the_same_of(files: Iterable[Path]) -> int:
    """So many hands were compared."""
    compared = 0
    for file in files:
        games = Games()
        games.add_file(file)
        assert games == read_whole(file), file
        compared += games.hands.total() + games.tournaments + games.others
    return compared


@pytest.mark.nightly
def test_samples_of_all_sites() -> None:
    assert expect_the_same_of(file for file in FOLDER.rglob("*") if file.is_file()) > 1_000


def test_what_real_sites_wrote(real_histories: Path) -> None:
    assert expect_the_same_of(file for file in real_histories.rglob("*") if file.is_file()) > 40
