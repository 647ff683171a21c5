"""How a recount is written down: sums by statistic, whose they are, and what the row is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.stats.recount.person import Person

Key = tuple[Any, ...]
"""What a row is about, in the order of the statistic's columns: `(1, 0)` = draw 1, none drawn."""
Sums = dict[tuple[str, str], dict[Key, tuple[Any, ...]]]
"""By statistic and label: the added figures of each row."""


ANSWERS = ("fold", "call", "raise")
"""To a bet."""


class Count(NamedTuple):
    """What one hand adds to a row of a statistic."""

    name: str
    person: Person
    key: Key
    figures: tuple[Any, ...]


def chance(name: str, person: Person, is_done: bool, key: Key = ()) -> Count:
    """One chance, taken or not."""
    return Count(name, person, key, (int(is_done), 1))


def chances(name: str, person: Person, outcome: object, possible: Iterable[object], key: Key = ()) -> Iterator[Count]:
    """One chance of each possible outcome, of which one has come; each is the last part of its row's key."""
    for expected in possible:
        yield chance(name, person, outcome == expected, (*key, expected))


class Book:
    """Adds up."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], dict[Key, list[Any]]] = defaultdict(dict)

    def add(self, label: str, count: Count) -> None:
        row = self._sums[count.name, label].setdefault(count.key, [0] * len(count.figures))
        for n, figure in enumerate(count.figures):
            row[n] = None if figure is None else row[n] + figure  # of chips there is no sum

    def sums(self) -> Sums:
        return {
            statistic_and_label: {key: tuple(row) for key, row in rows.items()}
            for statistic_and_label, rows in self._sums.items()
        }
