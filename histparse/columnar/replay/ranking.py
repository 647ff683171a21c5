"""The fast lane: the number of five cards, 1 is best - by the table of model/ranking.py."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from histparse.columnar.compiled import NO_CARD, NOBODY, Ints, compiled
from histparse.model.cards import DECK, RANKS, SUITS
from histparse.model.ranking import WORST, describe

_SUITS = len(SUITS)
_SUITED = ("flush", "straight flush")


class Numbers(NamedTuple):
    """The numbers of all hands by the sum of their cards' weights, in the order of the sums."""

    weights: Ints
    """By card. A hand holds a rank at most four times, so a sum of powers of five tells its ranks."""
    mixed_sums: Ints
    mixed: Ints
    suited_sums: Ints
    suited: Ints


def numbers() -> Numbers:
    """The table of all hands."""
    weight = {rank: 5**place for place, rank in enumerate(RANKS)}
    found: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    for each in range(1, WORST + 1):
        hand = describe(each)
        found[hand.category in _SUITED].append((sum(weight[rank] for rank in hand.ranks), each))
    columns = [np.array(column, np.int64) for hands in found.values() for column in zip(*sorted(hands), strict=True)]
    return Numbers(np.array([weight[card[0]] for card in DECK], np.int64), *columns)


@compiled
def number_if_known(table: Numbers, cards: Ints) -> int:
    """The number of five cards; NOBODY where they are not known."""
    return number(table, cards) if cards[0] != NO_CARD else NOBODY


@compiled
def number(table: Numbers, cards: Ints) -> int:
    """The number of five known cards."""
    total, suited = 0, True
    for card in cards:
        total += table.weights[card]
        suited &= card % _SUITS == cards[0] % _SUITS
    if suited:
        return int(table.suited[np.searchsorted(table.suited_sums, total)])
    return int(table.mixed[np.searchsorted(table.mixed_sums, total)])
