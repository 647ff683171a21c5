"""The fast lane: what a hand is played for - by its header, the rules of its house and the way its site tells it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from histparse.columnar.compiled import Ints, Record


class Stakes(Record):
    """What a hand is played for and what its house permits. Amounts in 1/100."""

    small_bet: int
    big_bet: int
    small_blinds: Annotated[Ints, (2, 3)]
    """The amounts that a small blind may have, as ranges: where they begin and end, and their steps."""
    button: int
    """The seat of the button; NOBODY where only a line below the blinds names it."""
    highest_seat: int
    """The number of the last seat of the table; where it is not known, a large one."""
    is_tournament: int
    whole_chips: int
    """The smallest share of a pot where all shares are whole: 100 of chips and play money, 1 of money."""
    cap: int
    cap_heads_up: int
    heads_up_counts: int
    """When the cap of two holds, as in HeadsUp."""
    announces_cap: int
    short_raise: int
    most_players: int
    first_to_show: int
    folds_return: int
    """1: folded hands are taken into a reshuffle; `draw_returns`: what others threw before in the same draw is."""
    draw_returns: int
    own_return: int
    """1: players may get back what they threw in an earlier draw."""
    announces_reshuffle: int
    """1: a reshuffle that is not announced is a finding."""
    # -- how the figures of the site are to be read, as in model/hand.py
    nets_pot: int
    """1: the stated pot is less the rake; `keeps_uncalled`: uncalled chips stay in the pot."""
    nets_parts: int
    """1: so are its parts; `adds_up_parts`: they are the pot before the rake, which comes from the main pot."""
    adds_up_parts: int
    merges_pots: int
    """1: pots that one player wins are one line."""
    keeps_uncalled: int
    returns_unsaid: int
    """1: they go back to the bettor, and no line says so."""
    lists_players: int
    lists_absent: int
    tells_mucks: int
    tells_served: int
    marks_all_in: int
    restates_hands: int
    deals_late: int
    ends_seats: int
    numbers_pots: int
    sums_up: int
    """1: the hand ends with a summary, not with a mere last line."""
    returns_late: int
    """1: uncalled chips come back below the showdown, in a line of their own; where all folded, in what is won."""
    stacks_before_posts: int
    # -- what the dialect infers, as in parsing/dialects/base.py
    infers_showdown: int
    infers_dealt_in: int
    infers_payouts: int


class FirstToShow(IntEnum):
    """Who shows first after a round without a bet; see model/house.py."""

    LEFT_OF_BUTTON = 0
    LAST_AGGRESSOR = 1
    UNKNOWN = 2


class ShortRaise(IntEnum):
    """How the next raise over an all-in for less works; see model/house.py."""

    COMPLETES = 0
    """A raise over a short all-in completes the bet to the full size: both are one bet."""
    ADDS = 1
    """A raise over a short all-in adds a full bet; the all-in is a bet of its own if it is at least half of one."""
    UNKNOWN = 2


class HeadsUp(IntEnum):
    """When the cap of two players holds; see model/house.py."""

    HAND = 0
    """Two are dealt in."""
    ROUND = 1
    """Two are left as the round begins."""
    TABLE = 2
    """Two are left in a tournament."""


NO_CAP = 1 << 30
"""In place of a cap, where bets have none."""
