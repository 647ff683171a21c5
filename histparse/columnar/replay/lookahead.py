"""The fast lane: what only later lines say and the order of the players rests on - the button, and who has no cards."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.workspace import Block, Workspace
from histparse.columnar.scan.known_shapes import Shapes
from histparse.columnar.scan.scanner import Question
from histparse.columnar.scan.shape_lookup import (
    HARMLESS,
    NEW_SHAPE,
    begin_of_line,
    count_of,
    end_of_line,
    lines_between,
    look_or_ask,
    trimmed,
)
from histparse.columnar.scan.vocabulary import Ending, Kind, Meaning, Reason


@compiled
def foresee(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Question, at: int) -> int:
    """Look ahead from the line behind the seats, where the site requires it; PLAIN, or why that is no use."""
    stakes = block.stakes[hand]
    reason = Reason.PLAIN if stakes.button != NOBODY else _find_button(block, hand, shapes, space, asked, at)
    if reason == Reason.PLAIN and stakes.infers_dealt_in:
        return _find_dealt(block, hand, shapes, space, asked, at)
    if reason != Reason.PLAIN or not stakes.lists_absent:
        return reason
    return _find_absent(block, hand, shapes, space, asked, at)


@compiled
def _find_button(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Question, at: int) -> int:
    """Enter the button that a line between the blinds and the deal names."""
    number = space.table.line
    while at < block.end[hand]:
        line_end = end_of_line(block.text, at, block.end[hand])
        end = trimmed(block.text, at, line_end)
        place = look_or_ask(block.text, at, end, shapes, space.scanner, asked, number, 0)
        if place == NEW_SHAPE:
            return Reason.NEW_SHAPE
        if place != HARMLESS and shapes.meanings[place].kind >= Kind.BUTTON:
            return _enter_button(space, shapes.meanings[place])
        at, number = line_end + 1, number + 1
    return Reason.SEATS


@compiled
def _enter_button(space: Workspace, meaning: Meaning) -> int:
    """The first line that says more than a blind must be that of the button."""
    if meaning.kind != Kind.BUTTON:
        return Reason.SEATS
    space.table.button = count_of(space.scanner.line, meaning.seat)
    return Reason.PLAIN


@compiled
def _find_dealt(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Question, at: int) -> int:
    """Enter who has no cards: everybody without a line among those of the deal."""
    number, seats, dealing = space.table.line, space.seats, False
    for seat in range(seats.count):
        seats.out[seat] = 1
    while at < block.end[hand]:
        line_end = end_of_line(block.text, at, block.end[hand])
        end = trimmed(block.text, at, line_end)
        place = look_or_ask(block.text, at, end, shapes, space.scanner, asked, number, 0)
        if place == NEW_SHAPE:
            return Reason.NEW_SHAPE
        if place != HARMLESS:
            if shapes.meanings[place].kind == Kind.DEAL and space.scanner.line.who != NOBODY:
                seats.out[space.scanner.line.who], dealing = 0, True
            elif dealing:
                return Reason.PLAIN
        at, number = line_end + 1, number + 1
    return Reason.SEATS


@compiled
def _find_absent(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Question, at: int) -> int:
    """Enter who has no cards, by the lines of the summary, from the last one up."""
    line_end = block.end[hand]
    while line_end > at:
        begin = begin_of_line(block.text, at, line_end)
        end = trimmed(block.text, begin, line_end)
        place = look_or_ask(block.text, begin, end, shapes, space.scanner, asked, 0, 1)
        if place == NEW_SHAPE:  # counting lines for each would cost more than the look
            asked.line = space.table.line + lines_between(block.text, at, begin)
            return Reason.NEW_SHAPE
        if place != HARMLESS:
            if shapes.meanings[place].kind != Kind.RESULT:
                return Reason.PLAIN
            if space.scanner.line.who != NOBODY:
                space.seats.out[space.scanner.line.who] = shapes.meanings[place].ending == Ending.SITTING_OUT
        line_end = begin - 1
    return Reason.SEATS
