"""PokerStars: a hand as that site writes it."""

from __future__ import annotations

from histparse.export.pokerstars.adaptation import PokerStarsHand
from histparse.export.pokerstars.lines import PokerStarsLines, remark, says
from histparse.export.writer import Writer

__all__ = ["POKERSTARS"]

POKERSTARS = Writer(PokerStarsHand, PokerStarsLines, says, remark)
