"""Audit, deal: whether all players are dealt equally many low cards."""

from __future__ import annotations

from histparse.audit.dealt import Dealt
from histparse.audit.equal_chances import equal_chances
from histparse.audit.measured import Measured


def measure(dealt: Dealt) -> Measured:
    """Low cards by player; those with few hands are put together."""
    return equal_chances(dealt, "player", what="player")
