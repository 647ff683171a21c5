"""Audit, deal: is a deck of discards shuffled - do the cards drawn from it have the suits that are left of their rank?"""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured, enough
from histparse.audit.suits_left import suits_left

LEAST = 50
UNIT = "draws after a reshuffle"


def measure(dealt: Dealt) -> Measured:
    """The draws after a reshuffle, without the ranks that the player threw: of these, own discards may come back."""
    draws = dealt.draws(reshuffled=True)
    enough(draws, LEAST, UNIT)
    return suits_left(dealt.drawn(reshuffled=True), sample=draws, unit=UNIT, but_thrown=True)
