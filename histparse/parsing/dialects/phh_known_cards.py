"""PHH: cards that the actions leave unknown and a field of our own tells.

In PHH nobody throws unknown cards from a known hand. Winamax prints the cards a hero is dealt but none they throw, so
`actions` leaves all cards of such a player unknown, and `_known_cards` has those that are known: a string for each
player, with a word for each time they are dealt cards, discard, or stand pat (the hand they keep).
"""

from __future__ import annotations

import re
from collections import deque

from histparse.parsing.dialects.toml import Toml

KNOWN_CARDS = "_known_cards"
DRAWS_TOLD = "_draws_told"
"""False in hands of sites that print no card a hero draws: `Reading.tells_draws`."""
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
_FIVE = "?" * 10


class ToldCards:
    """The words of `_known_cards`, each asked for once, in the order of the actions."""

    def __init__(self, toml: Toml) -> None:
        self._waiting = {f"p{number}": deque(text.split()) for number, text in enumerate(toml.texts(KNOWN_CARDS), 1)}

    def next(self, label: str, written: str = _FIVE) -> str:
        """The cards of the player's next action: as told, if the action leaves as many unknown."""
        words = self._waiting.get(label)
        told = words.popleft() if words else ""
        fits = len(told) == len(written) and not written.strip("?") and _CARDS.fullmatch(told)
        return told if fits else written
