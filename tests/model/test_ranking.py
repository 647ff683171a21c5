"""The ranking, proven over every hand there is and against the counts of the rulebook."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardLowHand

from histparse.model.cards import DECK, Cards, parse_cards
from histparse.model.ranking import WORST, describe, number
from tests.parsing.dialects.tables import read_table

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)

# category: numbers from - to, hands of 52 cards. A 5-4-3-2-A is no straight, and suited no straight flush.
COUNTS = {
    "seven-low": (1, 4, 4_080),
    "eight-low": (5, 18, 14_280),
    "nine-low": (19, 52, 34_680),
    "ten-low": (53, 121, 70_380),
    "jack-low": (122, 246, 127_500),
    "queen-low": (247, 455, 213_180),
    "king-low": (456, 784, 335_580),
    "ace-low": (785, 1278, 503_880),
    "pair": (1279, 4138, 1_098_240),
    "two pair": (4139, 4996, 123_552),
    "trips": (4997, 5854, 54_912),
    "straight": (5855, 5863, 9_180),
    "flush": (5864, 7141, 5_112),
    "full house": (7142, 7297, 3_744),
    "quads": (7298, 7453, 624),
    "straight flush": (7454, 7462, 36),
}


@pytest.mark.nightly
def test_all_2598960_hands_fall_into_the_known_classes() -> None:
    dealt = Counter(map(number, combinations(DECK, 5)))
    assert sorted(dealt) == list(range(1, WORST + 1))
    counts: dict[str, tuple[int, int, int]] = {}
    for place in sorted(dealt):
        category = describe(place).category
        first, _, hands = counts.get(category, (place, place, 0))
        counts[category] = (first, place, hands + dealt[place])
    assert counts == COUNTS
    assert sum(hands for _, _, hands in COUNTS.values()) == 2_598_960


NAMED = read_table("""
7h 5c 4d 3s 2s => 1 => wheel
7h 6c 4d 3s 2s => 2 => Number 2
7h 6c 5d 3s 2s => 3 => Number 3
8h 5c 4d 3s 2s => 5 => nut 8
8h 6c 4d 3s 2s => 6 => smooth 8
8h 7c 6d 4s 2s => 15 => rough 8
9h 5c 4d 3s 2s => 19 => nut 9
9h 7c 6d 5s 4s => 33 => smooth 9
9h 8c 7d 6s 4s => 52 => rough 9
Ah 5c 4d 3s 2s => 785 => nut ace
Ah Kc Qd Js 9s => 1278 => rough ace
2h 2c 3d 4s 5s => 1279 => pair of twos
6h 6c 5d 5s 2s => 4238 => two pair, sixes and fives
8h 7c 6d 5s 4s => 5857 => straight, four to eight
Ah 5h 4h 3h 2h => 6648 => flush, ace high
Kh Kc Kd Js Jd => 7283 => full house, kings over jacks
Ah Kh Qh Jh Th => 7462 => straight flush, ten to ace
""")


@pytest.mark.parametrize(("cards", "place", "name"), NAMED)
def test_hands_people_name(cards: str, place: str, name: str) -> None:
    assert number(parse_cards(cards)) == int(place)
    assert describe(int(place)).name == name


def test_numbers_are_counted_out_when_the_first_is_asked_for() -> None:
    program = "from histparse.model import ranking; print(len(ranking._MIXED), len(ranking._SUITED))"
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert process.stdout.split() == [b"0", b"0"]


def test_ranks_stand_with_the_most_frequent_first() -> None:
    assert describe(number(parse_cards("4h 8c 5d 5s 7s"))).ranks == "55874"


@given(HANDS, HANDS)
def test_the_same_order_as_an_independent_library(first: Cards, second: Cards) -> None:
    ours = (number(first) > number(second)) - (number(first) < number(second))
    theirs_first, theirs_second = StandardLowHand("".join(first)), StandardLowHand("".join(second))
    assert ours == (theirs_first < theirs_second) - (theirs_first > theirs_second)


@given(HANDS, st.permutations(range(5)), st.permutations("cdhs"))
def test_neither_order_nor_suit_names_matter(hand: Cards, order: list[int], suits: list[str]) -> None:
    renamed = dict(zip("cdhs", suits, strict=True))
    shuffled = parse_cards(" ".join(hand[place][0] + renamed[hand[place][1]] for place in order))
    assert number(shuffled) == number(hand)


@pytest.mark.parametrize("place", [0, -1, WORST + 1])
def test_no_such_number(place: int) -> None:
    with pytest.raises(IndexError, match="no hand has number"):
        describe(place)
