"""The fast lane: a line of the block - where it ends, whether its shape is known, and what its figures are."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, compiled
from histparse.columnar.framed import is_framed_talk
from histparse.columnar.known_shapes import place_of
from histparse.columnar.scan import APART, SEED, SPACE, Line, are_as_asked, take_apart
from histparse.columnar.state import Table
from histparse.columnar.strangers import is_note, is_talk
from histparse.columnar.vocabulary import ABSENT, IN_BRACKET, SIDES, Kind, Meaning, Said
from histparse.columnar.workspace import Asked, Shapes, Workspace

NEWLINE, TAB, RETURN = (ord(letter) for letter in "\n\t\r")
HARMLESS = -1
"""In place of that of a shape: the line is empty, chat, or about somebody without a seat."""
NEW_SHAPE = -2
"""The same: nobody knows its shape yet."""


@compiled
def end_of_line(text: Ints, at: int, end: int) -> int:
    """Where the line ends."""
    while at < end and text[at] != NEWLINE:
        at += 1
    return at


@compiled
def trimmed(text: Ints, begin: int, end: int) -> int:
    """The end of the line without the blanks there."""
    while end > begin and text[end - 1] in (SPACE, TAB, RETURN):
        end -= 1
    return end


@compiled
def begin_of_line(text: Ints, first: int, end: int) -> int:
    """Where the line begins that ends there; not before `first`."""
    while end > first and text[end - 1] != NEWLINE:
        end -= 1
    return end


@compiled
def lines_between(text: Ints, begin: int, end: int) -> int:
    """How many lines begin and end there."""
    lines = 0
    for at in range(begin, end):
        lines += text[at] == NEWLINE
    return lines


@compiled
def look_up(text: Ints, begin: int, end: int, shapes: Shapes, space: Workspace, late: int) -> int:
    """The place of the line's shape among those known; HARMLESS where it needs none.

    `late`: 1 behind the first draw, where shapes are apart from those before it: some sites write a deal and a draw
    alike.
    """
    if begin == end:
        return HARMLESS
    shape = take_apart(text, begin, end, space.names, space.codes, space.line, SEED ^ np.uint64(late * APART))
    place = place_of(shapes.hashes, shape)
    meaning = shapes.meanings[place]
    kind = meaning.kind
    if kind == Kind.NOTE and are_as_asked(text, space.line, meaning.idle, meaning.whole):
        return HARMLESS
    if kind == Kind.UNKNOWN and _is_harmless(text, begin, end, shapes, space):
        return HARMLESS
    return int(place)


@compiled
def _is_harmless(text: Ints, begin: int, end: int, shapes: Shapes, space: Workspace) -> bool:
    """Whether a line that is not known by its shape is chat or about somebody without a seat."""
    if len(space.frames.chat_end):
        return is_framed_talk(text, begin, end, shapes, space)
    if space.line.who == NOBODY:
        return is_note(text, begin, end, shapes, space)
    return is_talk(text, begin, end, shapes, space)


@compiled
def look_or_ask(
    text: Ints, begin: int, end: int, shapes: Shapes, space: Workspace, asked: Asked, number: int, late: int
) -> int:
    """What `look_up` finds for the line of that number; NEW_SHAPE where the grammar must be asked about it first.

    A line with more than there is room for shows nothing of others.
    """
    place = look_up(text, begin, end, shapes, space, late)
    if place == HARMLESS or shapes.meanings[place].kind != Kind.UNKNOWN:
        return place
    ask_about(text, begin, end, space, asked, number, late)
    return place if space.line.too_much else NEW_SHAPE


@compiled
def ask_about(text: Ints, begin: int, end: int, space: Workspace, asked: Asked, number: int, late: int) -> None:
    """Have the grammar asked about the line of that number in the hand."""
    shape = take_apart(text, begin, end, space.names, space.codes, space.line, SEED ^ np.uint64(late * APART))
    ask(asked, begin, end, number, shape, late, 0)


@compiled
def ask(asked: Asked, begin: int, end: int, line: int, shape: np.uint64, late: int, frames: int) -> None:
    """Have the grammar asked about a line."""
    asked.begin, asked.end, asked.line, asked.shape, asked.late, asked.frames = begin, end, line, shape, late, frames


@compiled
def read_figures(said: Said, table: Table, line: Line, meaning: Meaning, end: int) -> None:
    """Fill `said` from the slots of the line, which ends there."""
    said.kind, said.ending, said.no_bet, said.out = meaning.kind, meaning.ending, meaning.no_bet, meaning.out
    said.all_in, said.is_loss = meaning.all_in, meaning.is_loss
    said.button, said.small_blind, said.big_blind = meaning.button, meaning.small_blind, meaning.big_blind
    said.player = _player(table, line, meaning)
    said.cards, said.new, said.held = meaning.cards, meaning.new, meaning.held
    said.amount, said.second = amount_of(line, meaning.amount), amount_of(line, meaning.second)
    said.pot = _number_of_pot(line, meaning) if meaning.kind == Kind.COLLECT else amount_of(line, meaning.pot)
    for index in range(SIDES):
        said.sides[index] = amount_of(line, meaning.sides[index])
    said.count, said.seat = count_of(line, meaning.count), count_of(line, meaning.seat)
    said.stack, said.net = amount_of(line, meaning.stack), amount_of(line, meaning.net)
    said.live, said.all_ins = count_of(line, meaning.live), count_of(line, meaning.all_ins)
    said.says = said.says_end = NOBODY
    if meaning.says != ABSENT:
        is_bracket = meaning.says >= IN_BRACKET
        slot_end = line.bracket_end[meaning.says - IN_BRACKET] if is_bracket else line.number_end[meaning.says]
        said.says, said.says_end = slot_end + meaning.says_skip, end - meaning.says_tail


@compiled
def _player(table: Table, line: Line, meaning: Meaning) -> int:
    """Whom the line names, by name or by the number of their seat; NOBODY where they were dealt no cards."""
    if meaning.player == ABSENT:
        return NOBODY if line.who == NOBODY else int(table.order[line.who])
    seat = count_of(line, meaning.player)
    for player in range(table.players):
        if table.seat[player] == seat:
            return player
    return NOBODY


@compiled
def _number_of_pot(line: Line, meaning: Meaning) -> int:
    """The number of the pot, from 0; NOBODY where the line does not say."""
    number = count_of(line, meaning.pot)
    return number - meaning.first_pot if meaning.pot >= 0 else number


@compiled
def amount_of(line: Line, slot: int) -> int:
    """The amount in that slot, in 1/100; NOBODY where the line has none."""
    if slot >= 0:
        return int(line.number[slot])
    return NOBODY if slot == ABSENT else -2 - slot


@compiled
def count_of(line: Line, slot: int) -> int:
    """The small whole number in that slot, written without a nought before it."""
    if slot < 0:
        return amount_of(line, slot)
    value, length = line.number[slot] // 100, line.number_end[slot] - line.number_begin[slot]
    return int(value) if length == 1 + (value > 9) and value < 100 else -2
