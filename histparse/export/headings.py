"""The headings above hands, and which hands need one."""

from __future__ import annotations

import re

from histparse.export.wording import LIMITS
from histparse.model.events import Post, of_type
from histparse.model.hand import Hand, Limit
from histparse.model.money import bare
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.merge import OURS

COPY = "they are copies of hands that are in the file"
"""Why a hand is left out."""


class Headings:
    """Which heading stands above the next hand: none where the last one still holds."""

    def __init__(self) -> None:
        self._above = ""
        self._hands: set[int] = set()

    def next(self, site: str, heading: str) -> str | None:
        """The line to write above the hand; empty if there is none.

        None: the heading names a single hand, as PHH's do by its content, and the file has that hand.
        """
        if re.match(dialects()[site].opening, heading):
            return None if self._is_there(heading) else heading
        changed = heading if heading != self._above else ""
        self._above = heading
        return changed

    def _is_there(self, heading: str) -> bool:
        before = len(self._hands)
        self._hands.add(hash(heading))
        return len(self._hands) == before


def merge_description(hand: Hand) -> str:
    """`<description type="2-7 Lowball" stakes="Limit $1/$2"/>`: it applies until the next one."""
    header = hand.header
    figures = f"${bare(header.low)}/${bare(header.high)}"
    if header.tournament is not None:
        small = next((event.amount for event in of_type(hand.events, Post)), header.low // 2)
        figures = f"Level {header.tournament.level or 1} Blinds {small // 100}/{header.low // 100}"
    elif header.limit is not Limit.FIXED:
        figures = f"({figures})"
    kind = f"{OURS} Tournament" if header.tournament else OURS
    return f'<description type="{kind}" stakes="{LIMITS[header.limit]} {figures}"/>'
