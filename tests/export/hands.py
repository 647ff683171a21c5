"""Hands as they are read from the text of their site, and the facts with which any site can write them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from histparse import flow
from histparse.export.contract import Given
from histparse.model.hand import Hand
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.dealer.writing import heading, sites, write
from tests.samples import of_site
from tests.simulate.games import GAMES, game

NOON = datetime(2013, 2, 4, 12, tzinfo=UTC)
FACTS = {site: Given("EUR" if site == "winamax" else "USD", NOON, 8) for site in sites()}
"""What is said of hands for each site: not all have signs for all currencies."""


def read_text(text: str, site: str, above: str = "", first: int = 1) -> Hand:
    """The hand of a text that begins on line `first`, below that heading."""
    parsed = parse_hand(HandText("", first, text.rstrip("\n"), site, above))
    assert parsed.findings == (), text
    assert parsed.hand is not None
    return parsed.hand


def read_back(hand: Hand, first: int = 1) -> Hand:
    """The hand as it is read from the text that its site would write."""
    return read_text(write(hand), hand.header.site, heading(hand), first)


def sample_hands(site: str, most: int | None) -> Iterator[Hand]:
    """So many hands of each sample of that site."""
    for file in of_site(site):
        yield from islice((result.hand for result in flow.parse_file(file) if result.hand), most)


def sampled_or_dealt_hands(source: str, site: str, *, of_sample: int | None, of_game: int, seed: int) -> Iterator[Hand]:
    """So many hands of each sample of that site, or dealt of each game and read back."""
    if source == "samples":
        yield from sample_hands(site, of_sample)
    else:
        for name in GAMES:
            yield from map(read_back, deal_hands(game(name, of_game, seed, site)))
