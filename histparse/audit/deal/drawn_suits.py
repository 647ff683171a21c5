"""Audit, deal: whether drawn cards have the suits that are left of their rank."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured
from histparse.audit.suits_left import suits_left

UNIT = "cards drawn before a reshuffle"


def measure(dealt: Dealt) -> Measured:
    """The draws before any reshuffle."""
    return suits_left(dealt.drawn(reshuffled=False), unit=UNIT, of_discards=False)
