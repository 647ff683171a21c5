"""The fast lane: what the replay works on - the hands as bytes, and room for one of them."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from histparse.columnar.compiled import Ints, one, room
from histparse.columnar.replay.ranking import Numbers, numbers
from histparse.columnar.replay.state import Seats, Table
from histparse.columnar.scan.scanner import Scanner, new_scanner
from histparse.columnar.scan.vocabulary import Said


class Workspace(NamedTuple):
    """What the replay needs beside the text: made once, used for every hand."""

    table: Table
    words: Ints
    """Those of the table, side by side."""
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
