"""PokerStars: a hand as that site writes it."""

from __future__ import annotations

from histparse.export.pokerstars.adaptation import PokerStarsHand
from histparse.export.pokerstars.lines import PokerStarsLines
from histparse.export.pokerstars.words import remark, says

__all__ = ["adapted", "lines", "remark", "says"]

adapted, lines = PokerStarsHand.adapted_from, PokerStarsLines.lines_of
