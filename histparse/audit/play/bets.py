"""Audit, play: whether one checks it down when the two are alone and nothing is bet."""

from __future__ import annotations

SIGN = 0
SIDE = "less"
UNIT = "rounds"
EXPLAINS = (
    "friends may bet less against each other without any agreement; who is raised whenever he bets learns to check"
)
