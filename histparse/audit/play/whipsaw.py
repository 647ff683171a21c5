"""Audit, play: whether two raise together while a third pays."""

from __future__ import annotations

SIGN = 1
SIDE = "more"
UNIT = "rounds"
EXPLAINS = "two bold players who like the same hands also raise together"
