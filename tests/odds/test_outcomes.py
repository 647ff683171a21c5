"""What keeps become: against every card that can come, and against the draws after it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from histparse.model.cards import DECK, parse_cards
from histparse.odds.card_sets import HAND, Masks, cards_of, hand_numbers, mask_of, subsets
from histparse.odds.low_draws import CLASSES, DRAWS, KEEPS, class_of, keep_numbers, low_draws, outcomes

ALL = np.array([mask_of([card]) for card in DECK])


def some_hands(number: int, seed: int = 1) -> Masks:
    random = np.random.default_rng(seed)
    return np.array([random.choice(ALL, HAND, replace=False).sum() for _ in range(number)])


def completed(hand: int, kept: int) -> Masks:
    """Every hand that can come."""
    unseen = [int(card) for card in ALL if not card & hand]
    return np.array([kept + sum(more) for more in combinations(unseen, HAND - kept.bit_count())])


@pytest.mark.parametrize("keep", [0b11111, 0b10111, 0b01101])
def test_the_last_draw_is_that_of_all_cards_that_can_come(keep: int) -> None:
    for hand in some_hands(3).tolist():
        kept = int(subsets(np.array([hand]), HAND)[keep, 0])
        classes = class_of(hand_numbers(completed(hand, kept)))
        counted = outcomes().shares(np.array([hand]), 1, np.array([keep]))[0]
        assert counted == pytest.approx(np.bincount(classes, minlength=CLASSES) / len(classes), abs=1e-6)


@pytest.mark.parametrize("draws", [2, 3])
def test_an_earlier_draw_is_followed_by_the_best_for_low(draws: int) -> None:
    for hand in some_hands(2).tolist():
        kept = int(subsets(np.array([hand]), HAND)[0b01111, 0])
        next_ = completed(hand, kept)
        best = keep_numbers(next_, next_ & ~low_draws().best_keeps(next_, draws - 1))
        expected = outcomes().shares(next_, draws - 1, best).mean(0)
        assert outcomes().shares(np.array([hand]), draws, np.array([0b01111]))[0] == pytest.approx(expected, abs=1e-6)


def test_the_worth_of_each_keep_is_what_its_hands_are_worth() -> None:
    hands = some_hands(40)
    worth = np.random.default_rng(2).random((len(hands), CLASSES))
    for draws in range(1, DRAWS + 1):
        found = outcomes().worths(hands, draws, worth)
        for keep in (0, 7, 30, KEEPS - 1):
            shares = outcomes().shares(hands, draws, np.full(len(hands), keep))
            assert found[keep] == pytest.approx((shares * worth).sum(1), abs=1e-5)


def test_a_keep_is_told_by_the_cards_thrown() -> None:
    hand = np.array([mask_of(parse_cards("2c 3d 4h 7s Kc"))])
    keep = keep_numbers(hand, np.array([mask_of(parse_cards("7s Kc"))]))
    assert cards_of(int(subsets(hand, HAND)[keep[0], 0])) == cards_of(mask_of(parse_cards("2c 3d 4h")))
