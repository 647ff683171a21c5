"""Audit, deal: whether equally many low cards are dealt at all stakes."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.equal_chances import equal_chances
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Low cards by currency, stakes and betting structure."""
    return equal_chances(dealt, "stakes", what="game", named="{}")
