"""The fast lane: chat, and notes about people who have no seat, whatever their names are."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, compiled, entry_point
from histparse.columnar.scan.known_shapes import Shapes, place_of
from histparse.columnar.scan.line import APART, SEED, SPACE, are_as_asked, is_digit, mixed, take_apart
from histparse.columnar.scan.rank_words import is_letter
from histparse.columnar.scan.scanner import Scanner
from histparse.columnar.scan.vocabulary import Kind

LONGEST = 100
"""Bytes of a name."""
COLON, HYPHEN, UNDERLINE, STOP = (ord(letter) for letter in ":-_.")
_SEED = SEED ^ np.uint64(4 * APART)
"""Shapes of what stands behind such a name are apart from all others."""
_TALK_SEED = SEED ^ np.uint64(8 * APART)


@compiled
def is_note(text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner) -> bool:
    """Whether a line without the name of a player is a note about somebody else."""
    for at in range(begin + 1, min(end, begin + LONGEST)):
        if text[at] in (SPACE, COLON):
            shape = shape_behind(text, at, end, scanner)
            meaning = shapes.meanings[place_of(shapes.hashes, shape)]
            if meaning.kind == Kind.NOTE:
                return are_as_asked(text, scanner.line, meaning.idle, meaning.whole)
        if not may_be_in_name(text[at]):
            return False
    return False


@compiled
def is_talk(text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner) -> bool:
    """Whether a player, named where the line begins, says something."""
    name_end = talker_end(begin, scanner)
    after = talk_begin(text, name_end, end)
    if not name_end or after == end:
        return False
    return bool(shapes.meanings[place_of(shapes.hashes, shape_of_talk(text, name_end, after))].kind == Kind.NOTE)


@entry_point
def talker_end(begin: int, scanner: Scanner) -> int:
    """Where the name ends that the line begins with; 0 where it does not."""
    line, names = scanner.line, scanner.names
    if line.who == NOBODY or line.name_end - (names.end[line.who] - names.begin[line.who]) != begin:
        return 0
    return int(line.name_end)


@entry_point
def talk_begin(text: Ints, at: int, end: int) -> int:
    """Behind the first blank behind the name, where what is said begins."""
    while at < end and text[at] != SPACE:
        at += 1
    return min(at + 1, end)


@entry_point
def shape_of_talk(text: Ints, begin: int, end: int) -> np.uint64:
    """The shape of what stands between a name and what is said."""
    shape = _TALK_SEED
    for at in range(begin, end):
        shape = mixed(shape, np.uint64(text[at]))
    return shape


@entry_point
def shape_behind(text: Ints, begin: int, end: int, scanner: Scanner) -> np.uint64:
    """The shape of the rest of a line, behind the name that it begins with."""
    return take_apart(text, begin, end, scanner.names, scanner.codes, scanner.line, _SEED)


@entry_point
def may_be_in_name(letter: int) -> bool:
    """Whether the letter is usual in names; of names with others the whole line is remembered."""
    return is_letter(letter) or is_digit(letter) or letter in (SPACE, HYPHEN, UNDERLINE, STOP)


def is_simple(name: str) -> bool:
    """Whether `is_note` finds such a name."""
    data = name.encode()
    return 0 < len(data) < LONGEST and all(map(may_be_in_name, data))
