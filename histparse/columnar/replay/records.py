"""The fast lane: the rows in which hands are recorded - what store/observe and store/rows know of a hand."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, cast

import numpy as np

from histparse.columnar.compiled import Hand, Ints, Record, room

EARLIER = 10
"""Cards that can have been thrown before the last draw."""


class HandRow(Record):
    """A plain hand."""

    index: int
    """Which hand of the block it is."""
    first_seat: int
    """The row of its first seat line."""
    players: int
    hero: int
    """The place of their seat line."""
    button: int
    draws: int
    reshuffles: int
    showdown: int
    pot: int
    rake: int
    last_line: int
    clean_begin: int
    """Where its clean text stands, of which its digest is made."""
    clean_end: int
    """NOBODY: it has none."""


class SeatRow(Record):
    """A player of a plain hand, in the order of the seat lines."""

    hand: int
    seat: int
    name_begin: int
    name_end: int
    stack: int
    line: int
    out: int
    """1: they have no cards, and none of what follows."""
    player: int
    paid: int
    collected: int
    folded_in: int
    drawn: Annotated[Ints, (3,)]
    post: int
    """The kind of their blind, 0 for none."""
    all_in: int
    showed: int
    printed: int
    dealt_seen: int
    first: Hand
    last: Hand
    # -- derived
    role: int
    first_act: int
    first_number: int
    """Of the cards first dealt to them, 0 where they are not known; `last_number`: of the last."""
    last_number: int


class DecisionRow(Record):
    """A betting decision, as it was before it was taken."""

    hand: int
    player: int
    seat_row: int
    street: int
    """The betting round; an array of records has a method `round`."""
    action: int
    amount: int
    stack_behind: int
    bet: int
    bet_to_match: int
    pot: int
    bets: int
    cap: int
    short: int
    full_bets: int
    open: int
    live: int
    free: int
    """Live opponents with chips."""
    in_position: int
    led: int
    line: int
    # -- derived
    seq: int
    round_seq: int
    to_call: int
    may_raise: int
    met: int
    wagers: int
    folds: int
    checks: int
    calls: int
    raises: int
    callers: int
    aggressor: int
    """The row of their seat line; NOBODY before the first bet or raise."""
    own_acts: int
    own_checks: int
    own_calls: int
    own_raises: int
    own_last: int
    draw_row: int
    """The player's draw before this round; NOBODY before the first."""


class DrawRow(Record):
    """A draw. Of derived columns that may be null, NOBODY is null."""

    hand: int
    player: int
    seat_row: int
    draw: int
    drawn: int
    all_in: int
    drawers: int
    in_position: int
    led: int
    pot: int
    stub: int
    reshuffles: int
    seen: int
    thrown_count: int
    before: Hand
    thrown: Hand
    received: Hand
    after: Hand
    earlier: Annotated[Ints, (EARLIER,)]
    """Cards thrown before."""
    line: int
    # -- derived
    draw_seq: int
    drawn_before: int
    fewest_before: int
    most_before: int
    fewest_drawn: int
    most_drawn: int
    fewest_previous: int
    most_previous: int
    own_checks: int
    own_calls: int
    own_raises: int
    raised: int
    check_raised: int
    faced: int
    wagers_after: int
    role: int
    printed: int
    number_before: int
    """Of the five cards, 0 where they are not known."""
    number_after: int


class PrintedRow(Record):
    """A player whose last cards the text prints."""

    hand: int
    player: int
    seat_row: int
    says_begin: int
    """Where the site's words for the hand stand in the block; NOBODY where it says nothing."""
    says_end: int
    mucked: int
    contested: int
    drawn3: int
    collected: int
    cards: Hand
    line: int
    # -- derived
    number: int


class WordsRow(Record):
    """Words for a hand that have to be compared with its cards."""

    hand: int
    begin: int
    end: int
    number: int


class Ends(Record):
    """How many rows of each kind are filled."""

    hands: int
    seats: int
    decisions: int
    draws: int
    printed: int
    words: int


class Records(NamedTuple):
    """The rows of a block."""

    ends: Ends
    filled: Ints
    """The same in their order."""
    before: Ints
    """The same as the hand began."""
    most: Ints
    """The same while there is room for another hand, however long it is."""
    hands: Ints
    seats: Ints
    decisions: Ints
    draws: Ints
    printed: Ints
    words: Ints


PER_HAND = {"seats": 10, "decisions": 64, "draws": 20, "printed": 8, "words": 16}
"""Rows there is room for, by kind, for each hand of a block: more than hands have on average. Room that is not needed
takes no memory."""
LONGEST = {"seats": 10, "decisions": 256, "draws": 30, "printed": 10, "words": 50}
"""Rows of one hand, at the most: a hand with more bets is left to the reference lane."""


def start_again(records: Records) -> None:
    """Forget all rows."""
    records.filled[:] = 0


def new_records(hands: int) -> Records:
    """Room for that many hands."""
    kinds: dict[str, Any] = {
        "seats": SeatRow,
        "decisions": DecisionRow,
        "draws": DrawRow,
        "printed": PrintedRow,
        "words": WordsRow,
    }
    rows = {name: room(kind, hands * PER_HAND[name] + LONGEST[name]) for name, kind in kinds.items()}
    most = np.array([hands - 1, *(hands * PER_HAND[name] for name in kinds)])
    ends = room(Ends, 1)
    filled = ends.view(np.int64)
    return Records(cast("Ends", ends[0]), filled, filled.copy(), most, room(HandRow, hands), **rows)
