"""Coach, leaks: what a player did with known cards, and what the pool's players showed after the same lines."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.card_sets import Floats, Masks
from histparse.odds.low_draws import CLASSES

PARTS = 61
"""How many parts hands are split into by a hash: what differs from part to part is the error."""
BET = CLASSES
FOLDED, UNSEEN, UNCALLED = range(2 * CLASSES, 2 * CLASSES + 3)
"""Outcomes: hands shown, by class; from `BET` on those shown after the last bet or raise on the river; hands folded;
those that stayed in unseen; and those that made that last bet, and were not called."""
OUTCOMES = UNCALLED + 1
DRAW_LINES = (3, 48)
"""By draw, what is known of an opponent who is still in: cards drawn in this draw (0-3), or in the one before (4-7); 8
more if they bet in the round before this draw, 16 if they raised after the first draw; 24 more if they are the only
one, who folds less."""
_LINES = np.arange(DRAW_LINES[1])
MAY_FOLD = np.tile((_LINES >= 24) & (_LINES % 8 > 0), DRAW_LINES[0])
"""Lines of a single opponent who has not stood pat before the player in this draw: standing pat without a low may then
win by folds."""
RIVER_LINES = (1, 12)
"""The lines of an opponent who bet or raised on the river: see `river_line`."""
BET_LINES = (27, 4)
"""The lines of a player on a river of two, see `bet_line`; and their first acts: first they checked, or bet; second and
checked to they checked, or bet."""
Booleans = NDArray[np.bool_]
Counts = NDArray[np.uint8]
"""Opponents by line: one byte each, for these are most of what a million decisions take."""
Words = NDArray[np.str_]


class DrawDecisions(Struct, frozen=True):
    """Draws of the player, an array each."""

    part: Masks
    to_come: Masks
    """Draws to come, this one included: 1-3."""
    held: Masks
    thrown: Masks
    """Cards, as bits."""
    was_raised: Booleans
    """Whether a bet of theirs was raised in the round before, after the first draw."""
    pot: Floats
    """In big bets."""
    opponents: Counts
    """How many are still in, by line: an array of decisions by lines."""
    stayed: Floats
    """How many of these never folded."""


class RiverDecisions(Struct, frozen=True):
    """Calls and folds of the player after the last draw, facing a bet of the only opponent left; an array each."""

    part: Masks
    number: Masks
    """The rank number of their hand."""
    called: Booleans
    pot: Floats
    to_call: Floats
    """In big bets."""
    opponents: Counts
    """The opponents in each line on a river, as for draws."""


class BetDecisions(Struct, frozen=True):
    """All that the player did after the last draw with one opponent left, an array each."""

    part: Masks
    number: Masks
    """The rank number of their hand."""
    place: Masks
    """0 is first to act."""
    line: Masks
    opponent_line: Masks
    """The lines of both, see `bet_line`."""
    pot: Floats
    """In big bets, when the river began."""
    acts: Words
    act: Words
    """A letter for each act: `xb` and `c` is a call after a check."""


class Observed(Struct, frozen=True):
    """Everything that leaks are counted from."""

    hands: Masks
    """Hands of the player by part."""
    draws: DrawDecisions
    rivers: RiverDecisions
    draw_range: Floats
    river_range: Floats
    """Hands of the pool's players by part, line and outcome."""
    bets: BetDecisions
    bet_range: Floats
    """Hands of the pool's players by part, line, first act and class; the last are those not known."""
    left_out: tuple[int, int]
    """Acts on rivers of more than two players; and of those with chips for less than four bets."""


def river_line(drawn: Masks, opponent_drawn: Masks, raised: Masks) -> Masks:
    """The line of a player by their cards drawn (0-2), the opponent's (0-1), and whether they bet or raised."""
    return np.asarray(drawn * 4 + opponent_drawn * 2 + raised)


def bet_line(drawn: Masks, opponent_drawn: Masks, last_bet: Masks) -> Masks:
    """The line by the cards that both drew (0-2), and who bet last before that: 0 nobody, 1 they, 2 the other."""
    return np.asarray(drawn * 9 + opponent_drawn * 3 + last_bet)
