"""The chance of a better hand: against every combination of the cards not seen."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from histparse.model.cards import DECK, Cards, parse_cards
from histparse.model.ranking import number
from histparse.odds.draw_odds import best_one_card_chance, chance_to_improve

low_cards = st.sampled_from([card for card in DECK if card[0] in "23456789"])
one_suit = st.sampled_from([card for card in DECK if card[1] == "c"])
fives = st.one_of(
    *(st.permutations(DECK).map(lambda deck: deck[:5]),) * 2,
    st.lists(one_suit, min_size=5, max_size=5, unique=True),
    st.lists(low_cards, min_size=5, max_size=5, unique=True),
)


def chance_tried_out(held: Cards, thrown: Cards, seen: Cards) -> float:
    """The same by drawing every combination."""
    keep = tuple(card for card in held if card not in thrown)
    unseen = [card for card in DECK if card not in held and card not in seen]
    made = [number((*keep, *new)) for new in combinations(unseen, len(thrown))]
    return sum(rank_number < number(held) for rank_number in made) / len(made)


@settings(max_examples=30)
@given(fives, st.integers(1, 3), st.lists(st.sampled_from(DECK), max_size=8, unique=True))
@example([*parse_cards("7c 5c 4c 3c 2c")], 1, [])
@example([*parse_cards("9c 5c 4c 3c Kd")], 1, [])
@example([*parse_cards("6h 5c 4c 3c 2c")], 2, [*parse_cards("7c 8c")])
def test_every_combination(held: list[str], count: int, earlier: list[str]) -> None:
    five = parse_cards(" ".join(held))
    seen = tuple(card for card in parse_cards(" ".join(earlier)) if card not in five)
    assert chance_to_improve(five, five[:count], seen) == pytest.approx(chance_tried_out(five, five[:count], seen))


def test_by_hand() -> None:
    held = parse_cards("8s 7c 4c 3d 2h")
    # Without the eight a five or six betters it, if it makes neither a straight nor a flush: all eight do.
    assert chance_to_improve(held, parse_cards("8s")) == pytest.approx(8 / 47)
    assert best_one_card_chance(held) == pytest.approx(max(chance_tried_out(held, (card,), ()) for card in held))


def test_nothing_is_better_than_the_best() -> None:
    assert best_one_card_chance(parse_cards("7s 5c 4c 3d 2h")) == 0


def test_five_new_cards() -> None:
    worst = parse_cards("Ac Kc Qc Jc Tc")
    assert chance_to_improve(worst, worst) > 0.9999
