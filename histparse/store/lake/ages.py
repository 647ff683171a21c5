"""Step 6d, lake: where there are no locks, a file that no manifest names is left alone for a day."""

from __future__ import annotations

from time import time

DAY = 24 * 60 * 60
"""Seconds within which an import names what it has written, and a reader has read what it found."""


def old(written_at: float) -> bool:
    """Whether a file written at that time (seconds since 1970) can belong to no import or reader any more."""
    return time() - written_at > DAY
