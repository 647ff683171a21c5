"""Signs of currencies in the text of a hand: those that contradict its header."""

from __future__ import annotations

import re

from histparse.dialects.base import Dialect
from histparse.money import SIGNS


def doubt_signs(hand: Dialect, text: str) -> None:
    """Doubt the first line with an amount in another currency than the header's. `text`: that of the whole hand."""
    own = SIGNS.get(hand.header.currency) if hand.header else None
    others = "".join(sign for sign in SIGNS.values() if sign != own and sign in text)
    if hand.header and own and others:
        amount = re.compile(rf"([{others}]) ?\d|\d ?([{others}])")
        for line, words in _lines(hand):
            if found := amount.search(words):
                hand.doubt(line, f"an amount in {found[1] or found[2]} where the header says {hand.header.currency}")
                return


def _lines(hand: Dialect) -> list[tuple[int, str]]:
    """The lines that tell of chips, without the names in them: talk and names are no amounts."""
    numbers = dict.fromkeys([*(seat.line for seat in hand.seats), *(event.line for event in hand.events)])
    names = "|".join(re.escape(seat.player) for seat in sorted(hand.seats, key=lambda seat: -len(seat.player)))
    return [(line, re.sub(names, "", hand.text(line)) if names else hand.text(line)) for line in numbers]
