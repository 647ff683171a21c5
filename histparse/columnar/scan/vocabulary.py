"""The fast lane: what a line says, as numbers - its kind, and where in the line its figures stand."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from histparse.columnar.compiled import Ints, Record

SIDES = 4
"""Side pots that a line may tell apart."""


class Kind(IntEnum):
    """What a line is, in the order of a hand."""

    UNKNOWN = 0
    """A shape that nobody has asked the grammar about yet."""
    REFUSED = 1
    """A line that the fast lane does not follow."""
    NOTE = 2
    """A harmless line."""
    SEAT = 3
    SMALL_BLIND = 4
    BIG_BLIND = 5
    SMALL_AND_BIG = 6
    EXTRA_BLIND = 7
    """A live big blind of a new player, and a dead small one beside it."""
    DEAD_BLIND = 8
    ANTE = 9
    HEADING = 10
    """A line that only heads others."""
    BUTTON = 11
    DEAL = 12
    FOLD = 13
    CHECK = 14
    CALL = 15
    BET = 16
    RAISE = 17
    CAPPED = 18
    BETTING_BEGINS = 19
    UNCALLED = 20
    DRAW_BEGINS = 21
    DISCARD = 22
    """The new cards may stand on the same line."""
    STAND_PAT = 23
    RECEIVE = 24
    RESHUFFLE = 25
    SHOWDOWN = 26
    SHOW = 27
    MUCK = 28
    NO_SHOW = 29
    COLLECT = 30
    SUMMARY = 31
    TOTAL = 32
    RESULT = 33
    WAGER = 34
    """A call, a bet or a raise: which one, only the play tells."""
    END = 35
    """The last line of every complete hand."""


class Ending(IntEnum):
    """How a player's hand ended, by the summary."""

    FOLDED = 0
    SHOWED = 1
    MUCKED = 2
    COLLECTED = 3
    SITTING_OUT = 4
    UNSAID = 5


class Reason(IntEnum):
    """Why a hand is left to the reference lane."""

    PLAIN = 0
    """The line is none of these."""
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
    SIZE = 9
    """The line is larger than the arrays."""


class Figures(Record):
    """What lines say."""

    kind: int
    amount: int
    second: int
    """A second amount: what a raise goes to, or a call; the rake."""
    count: int
    """Cards thrown; the draw that begins; draws made before a fold."""
    seat: int
    cards: int
    """A bracket of the line."""
    new: int
    """The bracket of new cards beside those that were kept."""
    held: int
    """The bracket of all cards that somebody holds after a draw."""
    player: int
    """Whom the line names: their place left of the button. In a meaning it is the number of their seat, if it has one.
    """
    pot: int
    """The pot that is collected from, or the main one that is stated."""
    sides: Annotated[Ints, (SIDES,)]
    """The side pots stated."""
    live: int
    """Players that a heading counts, and those of them who are all-in."""
    all_ins: int
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
    stack: int
    """The stack that the summary leaves them."""
    net: int
    """What the hand brought them, or cost them, by the summary."""
    is_loss: int
    """1: it cost them that."""
    says: int
    """Where the site's words for the hand stand."""


class Meaning(Figures):
    """What lines of one shape say. A figure is the number of the slot it stands in, ABSENT, or a constant.

    `says`: the slot behind which the words stand; ABSENT where there are none.
    """

    says_skip: int
    """Bytes between that slot and them."""
    says_tail: int
    """Bytes behind them."""
    idle: int
    """A bit for each slot that means nothing: a number of one digit, as in `Side pot 1`."""
    whole: int
    """A bit for each slot of a number without decimals that may be of any length, and means nothing."""
    first_pot: int
    """The number of the main pot."""


class Said(Figures):
    """What a line says: its figures in the place of their slots. NOBODY where it does not say.

    `says`: where the words begin in the block.
    """

    says_end: int


ABSENT = -1
"""The line does not say."""
IN_BRACKET = 100
"""Added to the number of a slot that is a bracket of cards, where it may be either."""
_FIRST_CONSTANT = -2


def constant(value: int) -> int:
    """How a meaning holds a figure that is the same in all lines of the shape."""
    return _FIRST_CONSTANT - value
