"""Audit, deal: whether a hand's first five cards are independent of those held at the end of the one before."""

from __future__ import annotations

from histparse.audit.cards_again import cards_again
from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Cards held at the end and dealt next: what a bad shuffle leaves together."""
    return cards_again(dealt, "cards")
