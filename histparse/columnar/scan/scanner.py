"""The fast lane: what lines are scanned with - the names of the hand, the frames of the site."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from histparse.columnar.compiled import Ints, Record, Word, one
from histparse.columnar.scan.line import Line, Names
from histparse.model.cards import DECK
from histparse.parsing.dialects import dialects


class Question(Record):
    """A line of a new shape, for the grammar to be asked about."""

    begin: int
    """Where the line stands in the block."""
    end: int
    line: int
    """The number of the line in the hand."""
    shape: Word
    frames: int
    """1: it was read as a seat line, the name between two brackets of the shape."""


class Frames(NamedTuple):
    """What stands around names and chat, as bytes; see parsing/dialects/layout.py."""

    seat_before: Ints
    seat_behind: Ints
    chat_before: Ints
    chat_between: Ints
    chat_end: Ints
    escapes: Ints


class Scanner(NamedTuple):
    """What lines of a hand are taken apart with, and the line that was: made once, used for every hand."""

    names: Names
    line: Line
    codes: Ints
    """Cards by their two letters."""
    frames: Frames


def new_scanner(site: str) -> Scanner:
    """For hands of that site."""
    codes = np.full((256, 256), -1, np.int16)
    for code, card in enumerate(DECK):
        codes[ord(card[0]), ord(card[1])] = code
    return Scanner(one(Names), one(Line), codes, _frames(site))


def _frames(site: str) -> Frames:
    layout = dialects()[site].layout
    words = (*layout.seat_frame, *layout.chat_frame, layout.escapes)
    return Frames(*(np.frombuffer(each.encode(), np.uint8) for each in words))
