"""Audit, play: whether chips go from one to the other beyond what each loses to and wins from everybody."""

from __future__ import annotations

SIGN = -1
SIDE = "both"
UNIT = "hands"
EXPLAINS = "one of them may simply play badly against how the other plays; few large pots weigh much"
