"""Audit, play: whether two bet and raise less when they are alone against each other."""

from __future__ import annotations

SIGN = 1
SIDE = "less"
EXPLAINS = "friends, or players who respect each other, may bet less against each other without any agreement"
