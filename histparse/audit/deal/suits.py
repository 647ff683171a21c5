"""Audit, deal: whether all suits are dealt equally often."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.evenly import evenly
from histparse.audit.measured import Measured
from histparse.audit.names import SUIT_NAMES


def measure(dealt: Dealt) -> Measured:
    """The first five cards by suit."""
    return evenly(dealt.cards.sum(0), dealt.hands, SUIT_NAMES)
