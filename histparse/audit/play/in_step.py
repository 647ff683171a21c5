"""Audit, play: whether two stand pat together, or one draws when the other stands pat."""

from __future__ import annotations

SIGN = 1
SIDE = "both"
UNIT = "draws"
EXPLAINS = "players who watch how many cards others draw react to them, as everybody should"
