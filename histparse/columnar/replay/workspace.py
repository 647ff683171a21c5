"""The fast lane: what the replay works on - the hands as bytes, room for one of them, and for the rows of all."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple, cast

import numpy as np

from histparse.columnar.compiled import Ints, one, room
from histparse.columnar.replay.ranking import Numbers, numbers
from histparse.columnar.replay.records import Records, new_records, start_again
from histparse.columnar.replay.state import Seats, Table
from histparse.columnar.scan.scanner import Scanner, new_scanner
from histparse.columnar.scan.vocabulary import Said


class Workspace(NamedTuple):
    """What the replay needs beside the text: made once, used for every hand."""

    table: Table
    words: Ints
    """The words of the table, side by side."""
    seats: Seats
    ranks: Numbers
    said: Said
    scanner: Scanner


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
    tables = room(Table, 1)
    return Workspace(
        cast("Table", tables[0]), tables.view(np.int64), one(Seats), numbers(), one(Said), new_scanner(site)
    )


class Scratch:
    """Memory that the lanes of a process use in turn, each holding the lock: for each site its own would be 40 MB more.

    What is in it holds until the next block.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.cleaned = np.zeros(0, np.uint8)
        """The clean texts of the block."""
        self._records = new_records(0)

    def records_for(self, hands: int) -> Records:
        """No rows yet, and room for those of that many hands."""
        if hands > len(self._records.hands):
            self._records = new_records(hands)
        start_again(self._records)
        return self._records

    def cleaned_for(self, size: int) -> np.ndarray:
        """Room for texts of that many bytes."""
        if size > len(self.cleaned):
            self.cleaned = np.empty(size, np.uint8)
        return self.cleaned


SCRATCH = Scratch()
"""The memory of this process, in which all sites take the lane."""
