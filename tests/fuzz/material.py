"""What is damaged: the beginnings of all samples of every site, and hands dealt in every site's text."""

from __future__ import annotations

from functools import cache

from histparse.simulate import deal_hands
from tests.dealer.writing import sites, write_all
from tests.samples import FOLDER as SAMPLES
from tests.simulate.games import game

SOUND = SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt"
"""One hand with nothing wrong."""
LARGEST = 4000
"""Bytes of a sample that are worked on."""
DEALT = (3, 6)
"""Hands of a dealt text: some texts are short, for the more damage a text has the less is read of it."""


@cache
def texts() -> tuple[bytes, ...]:
    """All of them, in UTF-8 but for what a sample is about."""
    files = sorted(file for file in SAMPLES.rglob("*") if file.is_file() and file.suffix != ".md")
    return (*(file.read_bytes()[:LARGEST] for file in files), *_dealt())


def _dealt() -> list[bytes]:
    games = [game("ring", hands, seed=hands, site=site, stacks=(1, 20)) for site in sites() for hands in DEALT]
    return [write_all(deal_hands(settings)).encode() for settings in games]
