"""Hands counted by their first lines: as many of each site, and of other games, as reading all of them finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from histparse import flow
from histparse.parsing.games import Games
from tests.samples import FOLDER


def read_whole(file: Path) -> tuple[Counter[str], int]:
    """The hands of this game by site, and all other texts, each read to its end."""
    texts = [result for result in flow.read(file) if result.text]
    return Counter(one.text.site for one in texts if one.text and not one.skipped), sum(
        one.skipped is not None for one in texts
    )


def expect_the_same_of(files: Iterable[Path]) -> int:
    """So many hands were compared."""
    compared = 0
    for file in files:
        games = Games()
        games.add_file(file)
        assert (games.hands, games.others) == read_whole(file), file
        compared += games.hands.total() + games.others
    return compared


def test_samples_of_all_sites() -> None:
    assert expect_the_same_of(file for file in FOLDER.rglob("*") if file.is_file()) > 1_000


def test_what_real_sites_wrote(real_histories: Path) -> None:
    assert expect_the_same_of(file for file in real_histories.rglob("*") if file.is_file()) > 40
