"""The sample histories: legal to the last card, and written as the site writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.export import sites, writer
from histparse.judging.engine import judge
from histparse.model.house import house
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText, read_hands

FOLDER = Path(__file__).parent.parent.parent / "sample_histories"
FILES = sorted(file for site in sites() for file in FOLDER.glob(f"{site}/*"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_samples(file: Path) -> None:
    site = file.parent.name
    rules = house(site)
    heroines = set()
    for text in read_hands(file):
        assert isinstance(text, HandText)
        parsed = parse_hand(text)
        if parsed.skipped:
            continue
        assert parsed.findings == ()
        assert parsed.hand is not None
        assert judge(parsed.hand, rules).findings == ()
        told = [bare(line) for _, line in writer(site).lines(parsed.hand)]
        # In a file of several PHH hands each has a heading of its own.
        assert list(map(bare, text.text.split("\n")))[-len(told) :] == told
        heroines.add(parsed.hand.hero)
    # Where all cards are open, or none, there is no hero.
    assert heroines in ({"Katja72"}, {None})


def bare(line: str) -> str:
    """The line without blanks at its end, and without a mark that Full Tilt puts or forgets."""
    return line.rstrip().removesuffix(", is sitting out")


def test_there_are_samples() -> None:
    assert len(FILES) >= 17
