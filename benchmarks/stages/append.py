"""A known file to which the client has added a hand: the new one is read."""

from __future__ import annotations

from pathlib import Path

from benchmarks.stages import again
from benchmarks.stages.again import Known, run

__all__ = ["prepare", "run"]
HANDS = 1


def prepare(file: Path) -> Known:
    """Import all hands but the last, which is added then."""
    hands = file.read_text(encoding="utf-8").rstrip()
    last = hands.rindex("\nPokerStars ")
    known = again.prepare_text(hands[:last])
    known.file.write_text(hands + "\n\n\n", encoding="utf-8")
    return known
