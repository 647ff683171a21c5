"""The fast lane: what the replay works on - the hands as bytes, the shapes that are known, and room for one hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from histparse.columnar.compiled import Ints, Record, Word, one
from histparse.columnar.ranking import Numbers, numbers
from histparse.columnar.scan import Line, Names
from histparse.columnar.state import Seats, Table
from histparse.columnar.vocabulary import Said
from histparse.model.cards import DECK
from histparse.parsing.dialects import dialects


class Asked(Record):
    """A line of a new shape, for the grammar to be asked about."""

    hand: int
    begin: int
    """Where the line stands in the block."""
    end: int
    line: int
    """Its number in the hand."""
    shape: Word
    late: int
    """1: it stands behind the first draw."""
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


class Workspace(NamedTuple):
    """What the replay needs beside the text: made once, used for every hand."""

    table: Table
    seats: Seats
    names: Names
    line: Line
    codes: Ints
    """Cards by their two letters."""
    ranks: Numbers
    said: Said
    frames: Frames


class Shapes(NamedTuple):
    """The shapes that are known."""

    hashes: Ints
    meanings: Ints


class Block(NamedTuple):
    """Hands laid end to end, as bytes."""

    text: Ints
    start: Ints
    """Where each hand begins."""
    begin: Ints
    """Where the lines after the header and the table begin, by hand."""
    end: Ints
    first_line: Ints
    """The number of the first of them in its hand."""
    stakes: Ints


def new_workspace(site: str) -> Workspace:
    """Room for one hand at a time of that site."""
    codes = np.full((256, 256), -1, np.int16)
    for code, card in enumerate(DECK):
        codes[ord(card[0]), ord(card[1])] = code
    return Workspace(one(Table), one(Seats), one(Names), one(Line), codes, numbers(), one(Said), _frames(site))


def _frames(site: str) -> Frames:
    layout = dialects()[site].layout
    words = (*layout.seat_frame, *layout.chat_frame, layout.escapes)
    return Frames(*(np.frombuffer(each.encode(), np.uint8) for each in words))
