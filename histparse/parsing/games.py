"""Step 2, parsing: how many hands of 2-7 Triple Draw, of other games and summaries a file has, by their first lines."""

from __future__ import annotations

from collections import Counter
from os import PathLike

from msgspec import Struct, field
from msgspec.structs import replace

from histparse.parsing.cutting import read_hands
from histparse.parsing.parser import SUMMARY, parse_hand
from histparse.reader import HandText

_LINES = 4
"""How many lines of a hand are looked at: every site names the game in the first two."""


class Games(Struct):
    """What some files have."""

    hands: Counter[str] = field(default_factory=Counter)
    """Hands of 2-7 Triple Draw, by site, also those that cannot be read to their end."""
    tournaments: int = 0
    """Tournament summaries, of any game."""
    others: int = 0
    """Hands of other games, and other texts of a site."""

    def add_file(self, path: str | PathLike[str]) -> None:
        """Count the hands of a file. Raises FileError."""
        for text in read_hands(path):
            if not isinstance(text, HandText):
                continue
            if text.other_text == SUMMARY:
                self.tournaments += 1
            elif parse_hand(_beginning(text)).skipped is None:
                self.hands[text.site] += 1
            else:
                self.others += 1


def _beginning(text: HandText) -> HandText:
    return replace(text, text="\n".join(text.text.split("\n", _LINES)[:_LINES]))
