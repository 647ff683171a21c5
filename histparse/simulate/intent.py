"""What a player intends to do in a betting round."""

from __future__ import annotations

from enum import Enum


class Intent(Enum):
    """What a player intends to do."""

    FOLD = "fold"
    CALL = "check or call"
    RAISE = "bet or raise"
