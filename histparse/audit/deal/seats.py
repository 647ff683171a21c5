"""Audit, deal: whether all seats are dealt equally many low cards."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.equal_chances import equal_chances
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Low cards by the number of the seat."""
    return equal_chances(dealt, "seat", what="seat", named="seat {}")
