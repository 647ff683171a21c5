"""The first hands replayed by PokerKit, from its own format: another program that knows this game's rules."""

from __future__ import annotations

import warnings
from collections import deque
from itertools import islice
from pathlib import Path

from pokerkit import HandHistory

from histparse import flow
from histparse.export import UnwritableError
from histparse.model.hand import Hand
from tests.dealer.writing import write, writer

HANDS = 500
"""It takes a millisecond for each."""


def prepare(file: Path) -> list[str]:
    """The hands in its format."""
    hands = [result.hand for result in islice(flow.parse_file(file), HANDS) if result.hand]
    return [text for hand in hands if (text := _in_its_format(hand))]


def _in_its_format(hand: Hand) -> str | None:
    try:
        return write(writer("phh").adapt_hand(hand))
    except UnwritableError:
        return None


def run(hands: list[str]) -> str:
    """Replay each to its end; hands that it refuses are counted."""
    refused = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every reshuffle
        for hand in hands:
            try:
                deque(HandHistory.loads(hand), maxlen=0)
            except ValueError:
                refused += 1
    return f"{refused} refused"
