"""The fast lane: columns that follow from the order of the rows - the counterpart of store/rows/derived.py."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from histparse.columnar.compiled import NO_CARD, NOBODY, PLACES, Ints, PerPlayer, Record, compiled, entry_point
from histparse.columnar.replay.ranking import Numbers, number_if_known
from histparse.columnar.replay.records import DecisionRow, DrawRow, Records, SeatRow
from histparse.columnar.scan.vocabulary import Kind
from histparse.replay.player import DRAWS

ROUNDS = DRAWS + 1
PerRound = Annotated[Ints, (PLACES, ROUNDS)]
"""By player and betting round."""


class Role(IntEnum):
    """The role in betting round 0 of those who go on to the first draw."""

    NONE = 0
    OPENER = 1
    THREE_BETTOR = 2
    BLIND = 3
    CALLER = 4


class Course(Record):
    """How a hand went so far."""

    seq: int
    # -- in this betting round
    street: int
    acts: int
    blinds: int
    folds: int
    checks: int
    calls: int
    raises: int
    answered: int
    """Calls before the last bet or raise."""
    aggressor: int
    last: PerPlayer
    level: PerPlayer
    """Full bets out when the player acted last."""
    could_raise: PerPlayer
    """1: they had the right to raise at that level."""
    # -- in the hand
    own_acts: PerRound
    own_checks: PerRound
    own_calls: PerRound
    own_raises: PerRound
    raised: PerRound
    check_raised: PerRound
    faced: PerRound
    opened: PerPlayer
    first_act: PerPlayer
    draw_row: PerRound
    """The player's draw before the round; NOBODY where there was none."""


@entry_point
def derive(records: Records, course: Course, ranks: Numbers) -> None:
    """Fill in the derived columns of all rows."""
    seat, decision, draw = 0, 0, 0
    for hand in range(records.ends.hands):
        _clear(course)
        ends = _end(records, hand, seat, decision, draw)
        for row in range(draw, ends[2]):
            course.draw_row[records.draws[row].player, records.draws[row].draw] = row
        _derive_draws(records, course, draw, ends[2])
        for row in range(decision, ends[1]):
            _derive_decision(records.decisions[row], course)
        for row in range(draw, ends[2]):
            _add_betting(records, records.draws[row], course)
            _number_draw(records.draws[row], ranks)
        for row in range(seat, ends[0]):
            _derive_seat(records.seats[row], course, ranks)
        seat, decision, draw = ends
    for row in range(records.ends.printed):
        records.printed[row].number = number_if_known(ranks, records.printed[row].cards)


@compiled
def _clear(course: Course) -> None:
    course.seq, course.street = 0, NOBODY
    for player in range(PLACES):
        course.opened[player] = course.first_act[player] = 0
        for number in range(ROUNDS):
            course.own_acts[player, number] = course.own_checks[player, number] = 0
            course.own_calls[player, number] = course.own_raises[player, number] = 0
            course.raised[player, number] = course.check_raised[player, number] = 0
            course.faced[player, number] = course.draw_row[player, number] = NOBODY


@compiled
def _end(records: Records, hand: int, seat: int, decision: int, draw: int) -> tuple[int, int, int]:
    """Where the rows of the hand end that begin there."""
    while seat < records.ends.seats and records.seats[seat].hand == hand:
        seat += 1
    while decision < records.ends.decisions and records.decisions[decision].hand == hand:
        decision += 1
    while draw < records.ends.draws and records.draws[draw].hand == hand:
        draw += 1
    return seat, decision, draw


@compiled
def _derive_decision(row: DecisionRow, course: Course) -> None:
    if course.street != row.street:
        _begin_round(course, row)
    player, number = row.player, row.street
    row.to_call = max(row.bet_to_match - row.bet, 0)
    row.may_raise = row.free > 0 and row.stack_behind > row.to_call and row.full_bets < row.cap and row.open != 0
    if course.level[player] != row.full_bets:
        course.level[player], course.could_raise[player] = row.full_bets, 0
    row.met = course.could_raise[player]
    course.could_raise[player] |= row.may_raise
    course.seq += 1
    course.acts += 1
    row.seq, row.round_seq, row.wagers = course.seq, course.acts, course.raises + course.blinds
    row.folds, row.checks, row.calls, row.raises = course.folds, course.checks, course.calls, course.raises
    row.callers, row.aggressor = course.calls - course.answered, course.aggressor
    row.own_acts, row.own_checks = course.own_acts[player, number], course.own_checks[player, number]
    row.own_calls, row.own_raises = course.own_calls[player, number], course.own_raises[player, number]
    row.own_last, row.draw_row = course.last[player], course.draw_row[player, number]
    course.faced[player, number] = max(course.faced[player, number], row.wagers)
    _take(row, course)


@compiled
def _begin_round(course: Course, row: DecisionRow) -> None:
    course.street, course.blinds, course.aggressor = row.street, row.bets, NOBODY
    course.acts = course.folds = course.checks = course.calls = course.raises = course.answered = 0
    for player in range(PLACES):
        course.last[player], course.level[player], course.could_raise[player] = 0, NOBODY, 0


@compiled
def _take(row: DecisionRow, course: Course) -> None:
    """The decision is taken."""
    player, number, act = row.player, row.street, row.action
    if number == 0 and course.own_acts[player, 0] == 0:
        course.first_act[player] = act
    course.own_acts[player, number] += 1
    if act == Kind.FOLD:
        course.folds += 1
    elif act == Kind.CHECK:
        course.checks += 1
        course.own_checks[player, number] += 1
    elif act == Kind.CALL:
        course.calls += 1
        course.own_calls[player, number] += 1
    else:
        _raise(row, course)
    course.last[player] = act


@compiled
def _raise(row: DecisionRow, course: Course) -> None:
    """A bet or a raise."""
    player, number = row.player, row.street
    if number == 0 and course.raises == 0:
        course.opened[player] = 1
    if row.action == Kind.RAISE:
        course.raised[player, number] = 1
    if course.last[player] == Kind.CHECK:
        course.check_raised[player, number] = 1
    course.raises += 1
    course.own_raises[player, number] += 1
    course.answered, course.aggressor = course.calls, row.seat_row


@compiled
def _derive_draws(records: Records, course: Course, first: int, end: int) -> None:
    """The draws of a hand, beside the others of the same draw."""
    for place in range(first, end):
        row = records.draws[place]
        row.draw_seq, row.drawn_before = 1, _drawn_before(records, course, row)
        row.fewest_before = row.most_before = row.fewest_drawn = row.most_drawn = NOBODY
        row.fewest_previous = row.most_previous = NOBODY
        for other in range(first, end):
            if other != place and records.draws[other].draw == row.draw:
                _compare(row, records.draws[other], _drawn_before(records, course, records.draws[other]), other < place)


@compiled
def _drawn_before(records: Records, course: Course, row: DrawRow) -> int:
    """What the player drew in the draw before; NOBODY in the first."""
    before = course.draw_row[row.player, row.draw - 1]
    return int(records.draws[before].drawn) if before != NOBODY else NOBODY


@compiled
def _compare(row: DrawRow, other: DrawRow, previous: int, earlier: bool) -> None:
    row.fewest_drawn, row.most_drawn = _fewest(row.fewest_drawn, other.drawn), max(row.most_drawn, other.drawn)
    row.fewest_previous, row.most_previous = _fewest(row.fewest_previous, previous), max(row.most_previous, previous)
    if earlier:
        row.draw_seq += 1
        row.fewest_before, row.most_before = _fewest(row.fewest_before, other.drawn), max(row.most_before, other.drawn)


@compiled
def _fewest(one: int, other: int) -> int:
    """The smaller of two counts, either of which may be NOBODY."""
    if one == NOBODY or other == NOBODY:
        return max(one, other)
    return min(one, other)


@compiled
def _add_betting(records: Records, row: DrawRow, course: Course) -> None:
    """The betting before and after the draw."""
    player, before = row.player, row.draw - 1
    row.own_checks, row.own_calls = course.own_checks[player, before], course.own_calls[player, before]
    row.own_raises, row.faced = course.own_raises[player, before], course.faced[player, before]
    row.raised, row.check_raised = course.raised[player, before], course.check_raised[player, before]
    row.wagers_after = 0
    for number in range(row.draw, ROUNDS):
        row.wagers_after += course.own_raises[player, number]
    seat = records.seats[row.seat_row]
    row.role = _role(course, player, seat.post)
    row.printed = seat.printed != 0 and row.after[0] != NO_CARD
    for index in range(5):
        row.printed &= row.after[index] == seat.last[index]


@compiled
def _number_draw(row: DrawRow, ranks: Numbers) -> None:
    row.number_before, row.number_after = number_if_known(ranks, row.before), number_if_known(ranks, row.after)


@compiled
def _derive_seat(row: SeatRow, course: Course, ranks: Numbers) -> None:
    row.first_number, row.last_number = number_if_known(ranks, row.first), number_if_known(ranks, row.last)
    row.role = row.first_act = 0
    if not row.out:
        row.first_act = course.first_act[row.player]
        row.role = _role(course, row.player, row.post) if row.drawn[0] != NOBODY else Role.NONE


@compiled
def _role(course: Course, player: int, post: int) -> int:
    if course.own_raises[player, 0]:
        return Role.OPENER if course.opened[player] else Role.THREE_BETTOR
    return Role.BLIND if post else Role.CALLER
