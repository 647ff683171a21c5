"""The fast lane: the loop - the lines of a hand one after the other, until one is not plain."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, compiled, entry_point
from histparse.columnar.replay.betting import act
from histparse.columnar.replay.drawing import begin_draw, draw, exchange, hold_anew, receive, reshuffle
from histparse.columnar.replay.ending import begin_summary, collect, end_hand, is_settled, result, total
from histparse.columnar.replay.lookahead import foresee
from histparse.columnar.replay.nets import bring
from histparse.columnar.replay.pots import give_back_late
from histparse.columnar.replay.recorder import go_back, has_room, mark, note_hand
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.rounds import begin_betting, give_back, say_cap
from histparse.columnar.replay.seating import deal, player_of, post, post_ante, same_name_twice, seat_players, take_seat
from histparse.columnar.replay.showdown import begin_showdown, muck, show
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Phase, clear
from histparse.columnar.replay.workspace import Block, Workspace
from histparse.columnar.scan.frames import name_in_frame
from histparse.columnar.scan.known_shapes import Shapes, place_of
from histparse.columnar.scan.line import APART, SEED, are_as_asked, take_apart, take_on
from histparse.columnar.scan.scanner import Question
from histparse.columnar.scan.shape_lookup import (
    HARMLESS,
    NEW_SHAPE,
    ask,
    end_of_line,
    look_or_ask,
    read_figures,
    trimmed,
)
from histparse.columnar.scan.vocabulary import ABSENT, Ending, Kind, Reason
from histparse.parsing.line_lexer import LONGEST

FEWEST = 2
"""No fewer can play."""
SEAT_SEED, END_SEED = SEED ^ np.uint64(2 * APART), SEED ^ np.uint64(32 * APART)
"""Shapes of seat lines, and of the line behind them, are apart from those of all others."""


@entry_point
def replay(
    block: Block, hands: Ints, shapes: Shapes, space: Workspace, records: Records, reasons: Ints, asked: Ints
) -> None:
    """Replay those hands of the block; `reasons`, by hand, says why one is not plain. Rows are of plain ones only."""
    for hand in hands:
        if not has_room(records):
            reasons[hand] = Reason.SIZE
            continue
        mark(records)
        reasons[hand] = replay_hand(block, hand, shapes, space, records, asked[hand])
        if reasons[hand] == Reason.PLAIN:
            note_hand(records, space.table, space.seats, space.scanner.names, space.ranks, hand)
        else:
            go_back(records)


@compiled
def replay_hand(block: Block, hand: int, shapes: Shapes, space: Workspace, records: Records, asked: Question) -> int:
    """Replay one hand; PLAIN, or why it is not."""
    table, stakes = space.table, block.stakes[hand]
    clear(table, space.words)
    table.button = stakes.button
    space.seats.count = space.scanner.names.count = 0
    at, table.line = block.begin[hand], block.first_line[hand]
    while at < block.end[hand]:
        line_end = end_of_line(block.text, at, block.end[hand])
        end = trimmed(block.text, at, line_end)
        if end - at > LONGEST:  # bytes: the grammar reads no line of more characters
            return Reason.LINE
        if end > at:
            table.last_line = table.line
            seating = table.phase == Phase.SEATING
            reason: int = Reason.PLAIN
            if seating and not _is_seat(block, shapes, space, asked, at, end):
                reason = _end_seating(block, hand, shapes, space, asked, at, end)
            if reason == Reason.PLAIN and table.phase != Phase.SEATING and not (seating and stakes.ends_seats):
                reason = _replay_line(block, shapes, space, records, asked, stakes, at, end)
            if reason != Reason.PLAIN:
                return reason
        at = line_end + 1
        table.line += 1
    return Reason.PLAIN if table.phase == Phase.SUMMARY and is_settled(table, stakes, space.ranks) else Reason.ENDING


@compiled
def _end_seating(
    block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Question, begin: int, end: int
) -> int:
    """All have sat down, by the first line that is not about a seat; PLAIN, or why they may not play."""
    stakes = block.stakes[hand]
    seated = space.seats.count >= FEWEST  # else the text is too broken for the grammar to be asked about it
    if seated and stakes.ends_seats and not asked.end:
        seated = _ends_seats(block, shapes, space, asked, begin, end)
    if asked.end or not seated:
        return Reason.NEW_SHAPE if asked.end else Reason.SEATS
    if stakes.ends_seats and stakes.button == NOBODY:  # it is stated above the seats, or nowhere
        return Reason.SEATS
    reason = foresee(block, hand, shapes, space, asked, begin)
    if reason != Reason.PLAIN:
        return reason
    if same_name_twice(block.text, space.scanner.names) or not seat_players(space.table, space.seats, stakes):
        return Reason.SEATS
    return Reason.PLAIN


@compiled
def _is_seat(block: Block, shapes: Shapes, space: Workspace, asked: Question, begin: int, end: int) -> bool:
    """Whether a line is that of a seat, and the player could sit down; `asked` is filled where nobody knows yet."""
    text, line, names = block.text, space.scanner.line, space.scanner.names
    name, name_end = name_in_frame(text, begin, end, space.scanner.frames)
    if name_end <= name:
        return False
    names.count = 0
    shape = take_apart(text, begin, name, names, space.scanner.codes, line, SEAT_SEED)
    shape = take_on(text, name_end, end, names, space.scanner.codes, line, shape)
    names.count = space.seats.count
    meaning = shapes.meanings[place_of(shapes.hashes, shape)]
    if meaning.kind == Kind.UNKNOWN and not line.too_much:
        ask(asked, begin, end, space.table.line, shape, 1)
    if meaning.kind != Kind.SEAT or not are_as_asked(text, line, meaning.idle, meaning.whole):
        return False
    read_figures(space.said, line, meaning, end)
    return take_seat(space.seats, names, space.said, name, name_end, space.table.line)


@compiled
def _ends_seats(block: Block, shapes: Shapes, space: Workspace, asked: Question, begin: int, end: int) -> bool:
    """Whether a line is the one that ends the seats; `asked` is filled where nobody knows yet."""
    shape = take_apart(block.text, begin, end, space.scanner.names, space.scanner.codes, space.scanner.line, END_SEED)
    meaning = shapes.meanings[place_of(shapes.hashes, shape)]
    if meaning.kind == Kind.UNKNOWN:
        ask(asked, begin, end, space.table.line, shape, 0)
    return bool(meaning.kind == Kind.HEADING and space.scanner.line.numbers == 0)


@compiled
def _replay_line(
    block: Block,
    shapes: Shapes,
    space: Workspace,
    records: Records,
    asked: Question,
    stakes: Stakes,
    begin: int,
    end: int,
) -> int:
    """One line of the play or the summary."""
    table, line = space.table, space.scanner.line
    late = int(table.drawing > 0)
    place = look_or_ask(block.text, begin, end, shapes, space.scanner, asked, table.line, late)
    if place in (HARMLESS, NEW_SHAPE):
        return Reason.PLAIN if place == HARMLESS else Reason.NEW_SHAPE
    meaning = shapes.meanings[place]
    if meaning.kind == Kind.REFUSED or not are_as_asked(block.text, line, meaning.idle, meaning.whole):
        return Reason.LINE
    read_figures(space.said, line, meaning, end)
    space.said.player = player_of(table, line, meaning)
    if (line.who != NOBODY or meaning.player != ABSENT) and space.said.player == NOBODY:
        return Reason.PLAIN if _is_about_absent(space) else Reason.LINE
    return _follow(space, records, stakes)


@compiled
def _is_about_absent(space: Workspace) -> bool:
    """Whether the line, of the summary, says that a player without cards sits out where they sit."""
    table, said, place = space.table, space.said, space.scanner.line.who
    sits_out = said.kind == Kind.RESULT and said.ending == Ending.SITTING_OUT and table.phase == Phase.SUMMARY
    return bool(sits_out and place != NOBODY and said.seat == space.seats.seat[place])


@compiled
def _follow(space: Workspace, records: Records, stakes: Stakes) -> int:
    """What the line says happens, if it may."""
    kind = space.said.kind
    if space.table.over:
        return Reason.ENDING
    if kind <= Kind.DEAL:
        return Reason.PLAIN if _begin(space, stakes) else Reason.BLINDS
    if kind <= Kind.UNCALLED or kind == Kind.WAGER:
        return Reason.PLAIN if _bet(space, records, stakes) else Reason.BETTING
    if kind <= Kind.RESHUFFLE:
        return Reason.PLAIN if _draw(space, records, stakes) else Reason.DRAWS
    return Reason.PLAIN if _end(space, records, stakes) else Reason.ENDING


@compiled
def _begin(space: Workspace, stakes: Stakes) -> bool:
    """Blinds, the button and the deal, and what says nothing."""
    if space.said.kind == Kind.HEADING:
        return bool(space.table.phase < Phase.SUMMARY or not stakes.sums_up)
    if space.said.kind == Kind.BUTTON:
        return bool(space.table.phase == Phase.POSTING and space.said.seat == space.table.button)
    if space.said.kind == Kind.ANTE:
        return post_ante(space.table, stakes, space.said)
    if space.said.kind == Kind.DEAL:
        return deal(space.table, stakes, space.scanner.line, space.said)
    return bool(space.said.kind != Kind.SEAT and post(space.table, space.seats, stakes, space.said))


@compiled
def _bet(space: Workspace, records: Records, stakes: Stakes) -> bool:
    """A decision, or what belongs to a betting round."""
    table, said = space.table, space.said
    if said.kind == Kind.CAPPED:
        return say_cap(table)
    if said.kind == Kind.UNCALLED:
        return (
            give_back_late(table, said) if stakes.returns_late else not stakes.keeps_uncalled and give_back(table, said)
        )
    if said.kind == Kind.BETTING_BEGINS:
        return begin_betting(table, stakes, said)
    return act(records, table, stakes, said)


@compiled
def _draw(space: Workspace, records: Records, stakes: Stakes) -> bool:
    """A draw, or what belongs to one."""
    table, line, said = space.table, space.scanner.line, space.said
    if said.kind == Kind.DRAW_BEGINS:
        return begin_draw(table, stakes, said)
    if said.kind == Kind.RESHUFFLE:
        return reshuffle(table)
    if said.kind == Kind.RECEIVE:
        return _receive(space, records, stakes)
    if said.kind == Kind.STAND_PAT:
        return draw(records, table, stakes, line, said, 0)
    if said.new != NOBODY:
        return exchange(records, table, stakes, line, said)
    return 1 <= said.count <= 5 and draw(records, table, stakes, line, said, said.count)


@compiled
def _receive(space: Workspace, records: Records, stakes: Stakes) -> bool:
    """The new cards of a player, or all those that they hold now."""
    if space.said.held != NOBODY:
        return hold_anew(records, space.table, stakes, space.scanner.line, space.said)
    return receive(records, space.table, stakes, space.scanner.line, space.said)


@compiled
def _end(space: Workspace, records: Records, stakes: Stakes) -> bool:
    """Showdown, payout and summary."""
    table, line, said = space.table, space.scanner.line, space.said
    if said.kind == Kind.SHOWDOWN:
        return begin_showdown(table, stakes)
    if said.kind == Kind.SHOW:
        return show(records, table, stakes, line, space.ranks, said)
    if said.kind == Kind.MUCK or (said.kind == Kind.NO_SHOW and table.live == 1):
        return muck(table, stakes, said.player)
    if said.kind == Kind.COLLECT:
        return collect(records, table, stakes, space.ranks, said)
    return _summarise(space, records, stakes)


@compiled
def _summarise(space: Workspace, records: Records, stakes: Stakes) -> bool:
    """The summary, which says it all again."""
    table, line, said = space.table, space.scanner.line, space.said
    if said.kind == Kind.SUMMARY:
        return begin_summary(table, stakes)
    if said.kind == Kind.TOTAL:
        return total(table, stakes, said)
    if said.kind == Kind.END:
        return end_hand(table, stakes)
    if stakes.infers_payouts:
        return said.kind == Kind.RESULT and bring(table, said)
    return said.kind == Kind.RESULT and result(records, table, stakes, line, space.ranks, said)
