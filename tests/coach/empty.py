"""Observations without anything in them, to put something into."""

from __future__ import annotations

import numpy as np

from histparse.coach.observed import (
    BET_LINES,
    DRAW_LINES,
    OUTCOMES,
    PARTS,
    RIVER_LINES,
    BetDecisions,
    DrawDecisions,
    Observed,
    RiverCallsAndFolds,
)
from histparse.odds.card_sets import Masks
from histparse.odds.low_draws import CLASSES

_NUMBERS, _AMOUNTS, _WORDS = np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.str_)
DRAW_LINE_COUNT = DRAW_LINES[0] * DRAW_LINES[1]
_FALSE, _NO_LINES = np.zeros(0, bool), np.zeros((0, DRAW_LINE_COUNT), np.uint8)
NO_DRAWS = DrawDecisions(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS, _FALSE, _AMOUNTS, _NO_LINES, _AMOUNTS)
NO_RIVERS = RiverCallsAndFolds(_NUMBERS, _NUMBERS, _FALSE, _AMOUNTS, _AMOUNTS, np.zeros((0, RIVER_LINES[1]), np.uint8))
NO_BETS = BetDecisions(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS, _AMOUNTS, _WORDS, _WORDS)


def empty_observations(hands: Masks) -> Observed:
    """Nothing but the number of hands by part."""
    return Observed(
        hands=hands,
        draws=NO_DRAWS,
        rivers=NO_RIVERS,
        draw_range=np.zeros((PARTS, DRAW_LINE_COUNT, OUTCOMES)),
        river_range=np.zeros((PARTS, RIVER_LINES[1], OUTCOMES)),
        bets=NO_BETS,
        bet_range=np.zeros((PARTS, *BET_LINES, CLASSES + 1)),
        left_out=(0, 0),
    )
