"""Audit, play: whether one folds to the other's bets and raises more often than others do, and to others."""

from __future__ import annotations

SIGN = 0
SIDE = "more"
UNIT = "answers"
EXPLAINS = "somebody who has seen that the other never bluffs folds rightly; a short run of bad cards looks alike"
