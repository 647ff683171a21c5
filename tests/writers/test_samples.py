"""The sample histories: legal to the last card, and written as the site writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.house import house
from histparse.parser import parse_hand
from histparse.reader import HandText, read_hands
from histparse.replay.engine import judge
from histparse.writers import writer

FOLDER = Path(__file__).parent.parent.parent / "sample_histories"
FILES = sorted(FOLDER.glob("pokerstars/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
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
        original = [line.rstrip() for line in text.text.rstrip().split("\n")]
        assert [line.rstrip() for _, line in writer(site).tell(parsed.hand)] == original
        heroines.add(parsed.hand.hero)
    assert heroines == {"Katja72"}


def test_there_are_samples() -> None:
    assert len(FILES) >= 9
