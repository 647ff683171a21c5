"""Audit, deal: do drawn cards have the suits that are left of their rank?"""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured, enough
from histparse.audit.suits_left import suits_left

LEAST = 100
UNIT = "draws before a reshuffle"


def measure(dealt: Dealt) -> Measured:
    """The draws from the stub."""
    draws = dealt.draws(reshuffled=False)
    enough(draws, LEAST, UNIT)
    return suits_left(dealt.drawn(reshuffled=False), sample=draws, unit=UNIT, but_thrown=False)
