"""Currency signs in the text of a hand that contradict its header."""

from __future__ import annotations

import re

from histparse.model.money import SIGNS
from histparse.parsing.dialects.base import Dialect

AMOUNTS = {sign: re.compile(f"[{sign}] ?\\d|\\d ?[{sign}]") for sign in SIGNS.values()}
"""By sign, amounts that have it."""
OTHER = "an amount in {sign} where the header says {currency}"


def doubt_signs(hand: Dialect, text: str) -> None:
    """Doubt the first line with an amount in a currency other than the header's. `text`: the whole hand."""
    own = SIGNS.get(hand.header.currency) if hand.header else None
    others = [sign for sign in SIGNS.values() if sign != own and sign in text]
    if hand.header and own and others:
        for line, words in _lines(hand):
            if found := next((sign for sign in others if AMOUNTS[sign].search(words)), None):
                hand.doubt(line, (OTHER, {"sign": found, "currency": hand.header.currency}))
                return


def _lines(hand: Dialect) -> list[tuple[int, str]]:
    """The lines about chips, with names removed: chat and names are not amounts."""
    numbers = dict.fromkeys([*(seat.line for seat in hand.seats), *(event.line for event in hand.events)])
    names = sorted({seat.player for seat in hand.seats}, key=len, reverse=True)
    return [(line, _without(hand.text(line), names)) for line in numbers]


def _without(words: str, names: list[str]) -> str:
    for name in names:
        words = words.replace(name, "")
    return words
