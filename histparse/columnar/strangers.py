"""The fast lane: notes about people who have no seat - `name: sits out`, chat - whatever their names are."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import Ints, compiled
from histparse.columnar.known_shapes import place_of
from histparse.columnar.scan import SEED, SPACE, is_digit, is_letter, take_apart
from histparse.columnar.vocabulary import Kind
from histparse.columnar.workspace import Shapes, Workspace

LONGEST = 100
"""Bytes of a name."""
COLON, HYPHEN, UNDERLINE, STOP = (ord(letter) for letter in ":-_.")
_SEED = SEED ^ np.uint64(4)
"""Shapes of what stands behind such a name are apart from all others."""


@compiled
def is_note(text: Ints, begin: int, end: int, shapes: Shapes, space: Workspace) -> bool:
    """Whether a line without the name of a player is a note about somebody else."""
    for at in range(begin + 1, min(end, begin + LONGEST)):
        if text[at] in (SPACE, COLON):
            shape = shape_behind(text, at, end, space)
            if shapes.meanings[place_of(shapes.hashes, shape)].kind == Kind.NOTE:
                return True
        if not may_be_in_name(text[at]):
            return False
    return False


@compiled
def shape_behind(text: Ints, begin: int, end: int, space: Workspace) -> np.uint64:
    """The shape of the rest of a line, behind the name that it begins with."""
    return take_apart(text, begin, end, space.names, space.codes, space.line, _SEED)


@compiled
def may_be_in_name(letter: int) -> bool:
    """Of the names that have other letters the whole line is remembered."""
    return is_letter(letter) or is_digit(letter) or letter in (SPACE, HYPHEN, UNDERLINE, STOP)


def is_simple(name: str) -> bool:
    """Whether `is_note` finds such a name."""
    data = name.encode()
    return 0 < len(data) < LONGEST and all(map(may_be_in_name, data))
