"""Step 3, replay: how each event changes the table. One module per part of the hand."""

from __future__ import annotations

from histparse.replay.bookkeeping import betting, cards
from histparse.replay.bookkeeping.entries import ACTS, STEPS

__all__ = ["ACTS", "STEPS", "betting", "cards"]
