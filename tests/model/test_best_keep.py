"""The best keep of five cards, by hand and by trying every set of ranks."""

from __future__ import annotations

from itertools import combinations

import pytest

from histparse.model.cards import parse_cards
from histparse.model.ranking import WORST, best_keep, describe, number


@pytest.mark.parametrize(
    ("cards", "keep"),
    [
        ("2c 3d 4h 7s Kc", "2347"),
        ("2c 3d 4h 7s 8c", "2347"),  # a pat eight, were it not to be kept
        ("2c 3d 4h 5s 6c", "2345"),  # a straight
        ("2h 3h 5h 7h 8h", "2357"),  # a flush
        ("2c 2d 3h 7s 8c", "2378"),
        ("2c 2d 3h 7s 9c", "237"),
        ("8c 8d 2h 2s 2c", "28"),
        ("8c 9d Th Js Qc", ""),
        ("2c 9d 2h 2s 9c", ""),
        ("9c Td Jh Qs Ac", ""),
    ],
)
def test_by_hand(cards: str, keep: str) -> None:
    assert best_keep(number(parse_cards(cards))) == keep


def test_of_all_keeps_as_long_none_has_a_lower_highest_card() -> None:
    for place in range(1, WORST + 1):
        ranks = sorted({rank for rank in describe(place).ranks if rank in "2345678"})
        sets = {size: ["".join(keep) for keep in combinations(ranks, size)] for size in (4, 3, 2)}
        longest = next((keeps for keeps in sets.values() if keeps), [""])
        assert best_keep(place) == min(longest, key=lambda keep: keep[::-1])
