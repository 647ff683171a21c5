"""The fast lane: the rows in which hands are recorded - what is declared as recorded, and more of the hand."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from histparse.columnar.compiled import Ints, Record, layout, room
from histparse.declared import FIVE_CARDS, TEN_CARDS, WORDS, recorded

EARLIER = 10
"""Cards that can have been thrown before the last draw."""


class HandRow(Record):
    """A plain hand."""

    index: int
    """Which hand of the block it is."""
    first_seat: int
    """The row of its first seat line."""
    players: int
    hero: int
    """The place of their seat line."""
    button: int
    draws: int
    reshuffles: int
    showdown: int
    pot: int
    rake: int
    last_line: int
    clean_begin: int
    """Where its clean text stands, of which its digest is made."""
    clean_end: int
    """NOBODY: it has none."""


def recorded_fields(table: str) -> list[tuple[str, type[np.int64], tuple[int, ...]]]:
    """What is recorded of a row of that table, as declared: numbers, cards, and where words begin and end.

    What may be null is then NOBODY or NO_CARD. Lines are counted in the hand, the hand in the block.
    """
    fields: list[tuple[str, type[np.int64], tuple[int, ...]]] = []
    for column in recorded(table):
        names = (f"{column.name}_begin", f"{column.name}_end") if column.mark == WORDS else (column.name,)
        fields += [(name, np.int64, CARDS.get(column.mark, ())) for name in names]
    return fields


CARDS = {FIVE_CARDS: (5,), TEN_CARDS: (EARLIER,)}
"""Sizes of fields."""


class WordsRow(Record):
    """Words for a hand that have to be compared with its cards."""

    hand: int
    begin: int
    end: int
    number: int


Row = Any
"""A row of a table: its fields are those of `recorded_fields`."""


class Ends(Record):
    """How many rows of each kind are filled."""

    hands: int
    seats: int
    decisions: int
    draws: int
    showdowns: int
    words: int


class Records(NamedTuple):
    """The rows of a block."""

    ends: Ends
    filled: Ints
    """How many rows are filled, by kind in their order."""
    before: Ints
    """How many were as the hand began."""
    most: Ints
    """How many there may be while there is room for another hand, however long it is."""
    hands: Ints
    seats: Ints
    decisions: Ints
    draws: Ints
    showdowns: Ints
    words: Ints


PER_HAND = {"seats": 10, "decisions": 64, "draws": 20, "showdowns": 8, "words": 16}
"""Rows there is room for, by kind, for each hand of a block: more than hands have on average. Room that is not needed
takes no memory."""
LONGEST = {"seats": 10, "decisions": 256, "draws": 30, "showdowns": 10, "words": 50}
"""Rows of one hand, at the most: a hand with more bets is left to the reference lane."""


def start_again(records: Records) -> None:
    """Forget all rows."""
    records.filled[:] = 0


def new_records(hands: int) -> Records:
    """Room for that many hands."""
    fields = {table: recorded_fields(table) for table in ("seats", "decisions", "draws", "showdowns")}
    kinds = {table: np.dtype((np.record, of_row)) for table, of_row in fields.items()} | {"words": layout(WordsRow)}
    rows = {name: np.zeros(hands * PER_HAND[name] + LONGEST[name], kind) for name, kind in kinds.items()}
    most = np.array([hands - 1, *(hands * PER_HAND[name] for name in kinds)])
    ends = room(Ends, 1)
    filled = ends.view(np.int64)
    return Records(cast("Ends", ends[0]), filled, filled.copy(), most, room(HandRow, hands), **rows)
