"""The headings of a file that is being written."""

from __future__ import annotations

import re

from histparse.parsing.dialects import dialects

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
