"""Audit, deal: whether a hand's first five cards are independent of those dealt in the hand before."""

from __future__ import annotations

from histparse.audit.cards_again import cards_again
from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Cards that were dealt in both hands."""
    return cards_again(dealt, "dealt")
