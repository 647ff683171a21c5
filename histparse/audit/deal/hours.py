"""Audit, deal: whether equally many low cards are dealt at all hours."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.equal_chances import equal_chances
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Low cards by the hour of the day, in UTC; hands without a time are left out."""
    return equal_chances(dealt, "strftime(played_at, '%H')", what="hour", named="{} h")
