"""The fast lane: what a line says, as numbers - its kind, and where in the line its figures stand."""

from __future__ import annotations

from enum import IntEnum

from histparse.columnar.compiled import Record


class Kind(IntEnum):
    """What a line is."""

    UNKNOWN = 0
    """A shape that nobody has asked the grammar about yet."""
    REFUSED = 1
    """A line that the fast lane does not follow."""
    NOTE = 2
    SEAT = 3
    SMALL_BLIND = 4
    BIG_BLIND = 5
    DEAL = 6
    FOLD = 7
    CHECK = 8
    CALL = 9
    BET = 10
    RAISE = 11
    CAPPED = 12
    DRAW_BEGINS = 13
    DISCARD = 14
    STAND_PAT = 15
    RECEIVE = 16
    RESHUFFLE = 17
    UNCALLED = 18
    SHOWDOWN = 19
    SHOW = 20
    MUCK = 21
    NO_SHOW = 22
    COLLECT = 23
    SUMMARY = 24
    TOTAL = 25
    RESULT = 26


class Ending(IntEnum):
    """How a player's hand ended, by the summary."""

    FOLDED = 0
    SHOWED = 1
    MUCKED = 2
    COLLECTED = 3


class Reason(IntEnum):
    """Why a hand is left to the reference lane."""

    PLAIN = 0
    """It is not."""
    NEW_SHAPE = 1
    """A line has a shape that the grammar has not been asked about."""
    LINE = 2
    """A line says what the fast lane does not follow."""
    SEATS = 3
    BLINDS = 4
    BETTING = 5
    DRAWS = 6
    CARDS = 7
    ENDING = 8
    ALL_IN = 9
    SIZE = 10
    """It is larger than the arrays."""


class Meaning(Record):
    """What lines of one shape say. A figure is the number of the slot it stands in, ABSENT, or a constant."""

    kind: int
    amount: int
    second: int
    """The other amount: what a raise goes to, the rake."""
    count: int
    """Cards thrown; the draw that begins; draws made before a fold."""
    seat: int
    cards: int
    new: int
    """The bracket of new cards beside those that were kept."""
    ending: int
    button: int
    """1: the summary gives them the button; so for the blinds."""
    small_blind: int
    big_blind: int
    all_in: int
    out: int
    """1: the player has a seat and no cards."""
    no_bet: int
    """1: the summary says that they put nothing in."""
    says: int
    """The slot behind which the site's words for the hand stand; ABSENT where there are none."""
    says_skip: int
    """Bytes between that slot and them."""
    says_tail: int
    """Bytes behind them."""


class Said(Record):
    """What a line says: its figures in the place of their slots. NOBODY where it does not say."""

    kind: int
    player: int
    amount: int
    second: int
    count: int
    seat: int
    cards: int
    """A bracket of the line, as `new`."""
    new: int
    ending: int
    button: int
    small_blind: int
    big_blind: int
    no_bet: int
    out: int
    says: int
    """Where the site's words for the hand begin and end in the block."""
    says_end: int


ABSENT = -1
"""The line does not say."""
IN_BRACKET = 100
"""Added to the number of a slot that is a bracket of cards, where it may be either."""
_FIRST_CONSTANT = -2


def constant(value: int) -> int:
    """How a meaning holds a figure that is the same in all lines of the shape."""
    return _FIRST_CONSTANT - value
