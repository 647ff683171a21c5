"""What keeps become: against every card that can come, and against the draws after it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from histparse.model.cards import DECK, parse_cards
from histparse.odds.card_sets import HAND, Masks, cards_to_mask, hand_rank_numbers, mask_to_cards, subsets
from histparse.odds.low_draws import (
    CLASSES,
    DRAWS,
    KEEPS,
    classes_of_rank_numbers,
    find_keep_numbers,
    load_low_draws,
    load_outcomes,
)

ALL = np.array([cards_to_mask([card]) for card in DECK])


def draw_hands(number: int, seed: int = 1) -> Masks:
    random = np.random.default_rng(seed)
    return np.array([random.choice(ALL, HAND, replace=False).sum() for _ in range(number)])


def complete_hands(hand: int, keep: int) -> Masks:
    """Every hand that can come."""
    unseen = [int(card) for card in ALL if not card & hand]
    return np.array([keep + sum(more) for more in combinations(unseen, HAND - keep.bit_count())])


@pytest.mark.parametrize("keep", [0b11111, 0b10111, 0b01101])
def test_the_last_draw_is_that_of_all_cards_that_can_come(keep: int) -> None:
    for hand in draw_hands(3).tolist():
        keep_mask = int(subsets(np.array([hand]), HAND)[keep, 0])
        classes = classes_of_rank_numbers(hand_rank_numbers(complete_hands(hand, keep_mask)))
        counted = load_outcomes().final_class_shares(np.array([hand]), 1, np.array([keep]))[0]
        assert counted == pytest.approx(np.bincount(classes, minlength=CLASSES) / len(classes), abs=1e-6)


@pytest.mark.parametrize("draws", [2, 3])
def test_an_earlier_draw_is_followed_by_the_best_for_low(draws: int) -> None:
    for hand in draw_hands(2).tolist():
        keep_mask = int(subsets(np.array([hand]), HAND)[0b01111, 0])
        next_ = complete_hands(hand, keep_mask)
        best = find_keep_numbers(next_, next_ & ~load_low_draws().best_keeps(next_, draws - 1))
        expected = load_outcomes().final_class_shares(next_, draws - 1, best).mean(0)
        assert load_outcomes().final_class_shares(np.array([hand]), draws, np.array([0b01111]))[0] == pytest.approx(
            expected, abs=1e-6
        )


def test_the_worth_of_each_keep_is_what_its_hands_are_worth() -> None:
    hands = draw_hands(40)
    worths = np.random.default_rng(2).random((len(hands), CLASSES))
    for draws in range(1, DRAWS + 1):
        keep_worths = load_outcomes().keep_worths(hands, draws, worths)
        for keep in (0, 7, 30, KEEPS - 1):
            shares = load_outcomes().final_class_shares(hands, draws, np.full(len(hands), keep))
            assert keep_worths[keep] == pytest.approx((shares * worths).sum(1), abs=1e-5)


def test_a_keep_is_told_by_the_cards_thrown() -> None:
    hand = np.array([cards_to_mask(parse_cards("2c 3d 4h 7s Kc"))])
    keep = find_keep_numbers(hand, np.array([cards_to_mask(parse_cards("7s Kc"))]))
    assert mask_to_cards(int(subsets(hand, HAND)[keep[0], 0])) == mask_to_cards(cards_to_mask(parse_cards("2c 3d 4h")))
