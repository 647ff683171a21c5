"""Audit, deal: whether all ranks are dealt equally often."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.evenly import evenly
from histparse.audit.measured import Measured
from histparse.audit.names import RANK_NAMES


def measure(dealt: Dealt) -> Measured:
    """The first five cards by rank."""
    return evenly(dealt.cards.sum(1), dealt.hands, RANK_NAMES)
