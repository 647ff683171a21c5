"""Audit, deal: whether a deck of discards is shuffled - its cards have the suits left of their rank."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured
from histparse.audit.suits_left import suits_left

UNIT = "cards from jack to ace drawn after a reshuffle"


def measure(dealt: Dealt) -> Measured:
    """The draws after a reshuffle: jacks to aces, as far as the player threw none of that rank."""
    return suits_left(dealt.drawn(reshuffled=True), unit=UNIT, of_discards=True)
