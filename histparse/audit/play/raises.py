"""Audit, play: whether one spares the other, raising less often than others do, and others."""

from __future__ import annotations

SIGN = 0
SIDE = "less"
UNIT = "answers"
EXPLAINS = "friends, or players who respect each other, may raise each other less without any agreement"
