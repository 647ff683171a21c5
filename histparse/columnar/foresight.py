"""The fast lane: what only later lines say and the order of the players rests on - the button, and who has no cards."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, Ints, compiled
from histparse.columnar.lines import (
    HARMLESS,
    ask_about,
    begin_of_line,
    count_of,
    end_of_line,
    lines_between,
    look_up,
    trimmed,
)
from histparse.columnar.vocabulary import Ending, Kind, Meaning, Reason
from histparse.columnar.workspace import Asked, Block, Shapes, Workspace

NEW_SHAPE = -2
"""In place of that of a shape: nobody knows it yet."""


@compiled
def foresee(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Asked, at: int) -> int:
    """Look ahead from the line behind the seats, where the site requires it; PLAIN, or why that is no use."""
    stakes = block.stakes[hand]
    reason = Reason.PLAIN if stakes.button != NOBODY else _find_button(block, hand, shapes, space, asked, at)
    if reason == Reason.PLAIN and stakes.infers_dealt_in:
        return _find_dealt(block, hand, shapes, space, asked, at)
    if reason != Reason.PLAIN or not stakes.lists_absent:
        return reason
    return _find_absent(block, hand, shapes, space, asked, at)


@compiled
def _find_button(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Asked, at: int) -> int:
    """Enter the button that a line between the blinds and the deal names."""
    number = space.table.line
    while at < block.end[hand]:
        line_end = end_of_line(block.text, at, block.end[hand])
        place = _look(block.text, at, line_end, shapes, space, asked, number, 0)
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
    space.table.button = count_of(space.line, meaning.seat)
    return Reason.PLAIN


@compiled
def _find_dealt(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Asked, at: int) -> int:
    """Enter who has no cards: everybody without a line among those of the deal."""
    number, seats, dealing = space.table.line, space.seats, False
    for seat in range(seats.count):
        seats.out[seat] = 1
    while at < block.end[hand]:
        line_end = end_of_line(block.text, at, block.end[hand])
        place = _look(block.text, at, line_end, shapes, space, asked, number, 0)
        if place == NEW_SHAPE:
            return Reason.NEW_SHAPE
        if place != HARMLESS:
            if shapes.meanings[place].kind == Kind.DEAL and space.line.who != NOBODY:
                seats.out[space.line.who], dealing = 0, True
            elif dealing:
                return Reason.PLAIN
        at, number = line_end + 1, number + 1
    return Reason.SEATS


@compiled
def _find_absent(block: Block, hand: int, shapes: Shapes, space: Workspace, asked: Asked, at: int) -> int:
    """Enter who has no cards, by the lines of the summary, from the last one up."""
    line_end = block.end[hand]
    while line_end > at:
        begin = begin_of_line(block.text, at, line_end)
        place = _look(block.text, begin, line_end, shapes, space, asked, 0, 1)
        if place == NEW_SHAPE:  # counting lines for each would cost more than the look
            asked.line = space.table.line + lines_between(block.text, at, begin)
            return Reason.NEW_SHAPE
        if place != HARMLESS:
            if shapes.meanings[place].kind != Kind.RESULT:
                return Reason.PLAIN
            if space.line.who != NOBODY:
                space.seats.out[space.line.who] = shapes.meanings[place].ending == Ending.SITTING_OUT
        line_end = begin - 1
    return Reason.SEATS


@compiled
def _look(
    text: Ints, begin: int, line_end: int, shapes: Shapes, space: Workspace, asked: Asked, number: int, late: int
) -> int:
    """What `look_up` finds for a line; NEW_SHAPE where the grammar must be asked about it first."""
    end = trimmed(text, begin, line_end)
    place = look_up(text, begin, end, shapes, space, late)
    if place != HARMLESS and shapes.meanings[place].kind == Kind.UNKNOWN:
        ask_about(text, begin, end, space, asked, number, late)
        return NEW_SHAPE
    return place
