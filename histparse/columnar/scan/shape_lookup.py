"""The fast lane: a line of the block - where it ends, whether its shape is known, and what its figures are."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, compiled
from histparse.columnar.scan.chat import is_note, is_talk
from histparse.columnar.scan.frames import is_framed_talk
from histparse.columnar.scan.known_shapes import Shapes, place_of
from histparse.columnar.scan.line import APART, SEED, SPACE, Line, are_as_asked, take_apart
from histparse.columnar.scan.scanner import Question, Scanner
from histparse.columnar.scan.vocabulary import ABSENT, IN_BRACKET, SIDES, Kind, Meaning, Said

NEWLINE, TAB, RETURN = (ord(letter) for letter in "\n\t\r")
HARMLESS = -1
"""In place of that of a shape: the line is empty, chat, or about somebody without a seat."""
NEW_SHAPE = -2
"""In place of a shape: nobody knows the shape of the line yet."""


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
def shape_of(text: Ints, begin: int, end: int, scanner: Scanner, late: int) -> np.uint64:
    """The shape of a line, which is taken apart.

    `late`: 1 behind the first draw, where shapes are apart from those before it: some sites write a deal and a draw
    alike.
    """
    return take_apart(text, begin, end, scanner.names, scanner.codes, scanner.line, SEED ^ np.uint64(late * APART))


@compiled
def look_up(text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner, late: int) -> int:
    """The place of the line's shape among those known; HARMLESS where it needs none."""
    if begin == end:
        return HARMLESS
    place = place_of(shapes.hashes, shape_of(text, begin, end, scanner, late))
    meaning = shapes.meanings[place]
    kind = meaning.kind
    if kind == Kind.NOTE and are_as_asked(text, scanner.line, meaning.idle, meaning.whole):
        return HARMLESS
    if kind == Kind.UNKNOWN and _is_harmless(text, begin, end, shapes, scanner):
        return HARMLESS
    return int(place)


@compiled
def _is_harmless(text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner) -> bool:
    """Whether a line that is not known by its shape is chat or about somebody without a seat."""
    if len(scanner.frames.chat_end):
        return is_framed_talk(text, begin, end, shapes, scanner)
    if scanner.line.who == NOBODY:
        return is_note(text, begin, end, shapes, scanner)
    return is_talk(text, begin, end, shapes, scanner)


@compiled
def look_or_ask(
    text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner, asked: Question, number: int, late: int
) -> int:
    """What `look_up` finds for the line of that number; NEW_SHAPE where the grammar must be asked about it first.

    A line with more than there is room for shows nothing of others.
    """
    place = look_up(text, begin, end, shapes, scanner, late)
    if place == HARMLESS or shapes.meanings[place].kind != Kind.UNKNOWN:
        return place
    # Who looked for chat in it has taken parts of it apart.
    ask(asked, begin, end, number, shape_of(text, begin, end, scanner, late), 0)
    return place if scanner.line.too_much else NEW_SHAPE


@compiled
def ask(asked: Question, begin: int, end: int, line: int, shape: np.uint64, frames: int) -> None:
    """Have the grammar asked about the line of that number in the hand."""
    asked.begin, asked.end, asked.line, asked.shape, asked.frames = begin, end, line, shape, frames


@compiled
def read_figures(said: Said, line: Line, meaning: Meaning, end: int) -> None:
    """Fill `said` from the slots of the line, which ends there; but for the player."""
    said.kind, said.ending, said.no_bet, said.out = meaning.kind, meaning.ending, meaning.no_bet, meaning.out
    said.all_in, said.is_loss = meaning.all_in, meaning.is_loss
    said.button, said.small_blind, said.big_blind = meaning.button, meaning.small_blind, meaning.big_blind
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
