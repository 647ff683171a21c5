"""The fast lane: names and chat that stand between fixed words, as the dialect declares them."""

from __future__ import annotations

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints, compiled, entry_point
from histparse.columnar.scan.known_shapes import Shapes, place_of
from histparse.columnar.scan.line import APART, SEED, are_as_asked, take_apart
from histparse.columnar.scan.scanner import Frames, Scanner
from histparse.columnar.scan.vocabulary import Kind

LONGEST_NAME = 100
"""Bytes: the grammar reads no longer ones in chat."""
_SEED = SEED ^ np.uint64(16 * APART)
"""Shapes of what stands before the name in such lines are apart from all others."""


@compiled
def name_in_frame(text: Ints, begin: int, end: int, frames: Frames) -> tuple[int, int]:
    """Where the name stands in the line of a seat; nowhere if it may be another, or be written otherwise than it is."""
    name = _find(text, begin, end, frames.seat_before)
    if name == NOBODY:
        return begin, begin
    name += len(frames.seat_before)
    name_end = _find(text, name, end, frames.seat_behind)
    if name_end == NOBODY or _find(text, name_end + 1, end, frames.seat_behind) != NOBODY:
        return begin, begin
    for at in range(name, name_end):
        for escape in frames.escapes:
            if text[at] == escape:
                return begin, begin
    return name, name_end


@compiled
def is_framed_talk(text: Ints, begin: int, end: int, shapes: Shapes, scanner: Scanner) -> bool:
    """Whether the line is chat, whoever says whatever."""
    head = head_of_talk(text, begin, end, scanner.frames)
    if not head:
        return False
    meaning = shapes.meanings[place_of(shapes.hashes, shape_of_head(text, begin, head, scanner))]
    return bool(meaning.kind == Kind.NOTE and are_as_asked(text, scanner.line, meaning.idle, meaning.whole))


@entry_point
def head_of_talk(text: Ints, begin: int, end: int, frames: Frames) -> int:
    """Where the name begins in a line that may be such chat; 0 in others."""
    last = end - len(frames.chat_end)
    head = _find(text, begin, end, frames.chat_before)
    if not len(frames.chat_end) or head == NOBODY:
        return 0
    head += len(frames.chat_before)
    name_end = _find(text, head, end, frames.chat_between)
    if not head < name_end <= head + LONGEST_NAME or name_end + len(frames.chat_between) > last:
        return 0
    return head if _stands(text, last, frames.chat_end) else 0


@entry_point
def shape_of_head(text: Ints, begin: int, head: int, scanner: Scanner) -> np.uint64:
    """The shape of what stands before the name."""
    return take_apart(text, begin, head, scanner.names, scanner.codes, scanner.line, _SEED)


@compiled
def _find(text: Ints, begin: int, end: int, words: Ints) -> int:
    """Where the words stand first; NOBODY where they do not."""
    for at in range(begin, end - len(words) + 1):
        if _stands(text, at, words):
            return at
    return NOBODY


@compiled
def _stands(text: Ints, at: int, words: Ints) -> bool:
    for offset in range(len(words)):
        if text[at + offset] != words[offset]:
            return False
    return True
