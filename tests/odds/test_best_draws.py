"""The best draws: against trying every hand that can come, with dead cards and bricks, and as players know them.

With HISTPARSE_SOAK=1 2,000 random hands, otherwise a few.
"""

from __future__ import annotations

import os
from itertools import combinations
from math import comb

import numpy as np
import pytest

from histparse.model.cards import DECK, parse_cards, show_cards
from histparse.model.ranking import WORST, number
from histparse.odds.best_draws import BestDraws, count_best_draws
from histparse.odds.card_sets import Floats, Masks, all_sets, cards_of, deck_without, hand_numbers, mask_of, subsets
from histparse.odds.notation import parse_range

pytestmark = pytest.mark.untraced

HANDS = 2_000 if os.environ.get("HISTPARSE_SOAK") else 12
BY_NUMBER = (1 - np.arange(WORST + 1) / WORST) ** 7
"""Some worth of hands, better for better ones."""


@pytest.fixture(scope="module")
def draws() -> BestDraws:
    return count_best_draws(all_sets(deck_without()), BY_NUMBER).draws


@pytest.fixture(scope="module")
def every() -> Masks:
    return parse_range("any").keeps


def in_hands_of_all(draws: BestDraws, every: Masks, to_come: int) -> Floats:
    """What all hands are worth with that many draws to come: of each class of suits once."""
    if not to_come:
        return np.asarray(BY_NUMBER[hand_numbers(every)])
    ids = draws.index.ids(every, 5) - draws.index.first[5]
    return np.asarray(draws.best(draws.index.keys[5], 5, to_come).worths[ids])


class Tried:
    """Tries every hand that can come."""

    def __init__(self, every: Masks) -> None:
        self._has = {card: (every & mask_of([card]) != 0).view(np.uint8) for card in DECK}

    def means(self, hand: int, worth: Floats) -> Floats:
        """The mean of the worth over all hands that have just the keep in common with the hand, for each keep."""
        cards = sorted(cards_of(hand), key=lambda card: mask_of([card]))
        common = np.zeros(len(worth), np.uint8)
        for place, card in enumerate(cards):
            common |= self._has[card] << place
        ways = np.array([comb(47, 5 - keep.bit_count()) for keep in range(32)])
        return np.asarray(np.bincount(common, worth, 32) / ways)


@pytest.fixture(scope="module")
def trial(every: Masks) -> Tried:
    return Tried(every)


@pytest.mark.some(1)
@pytest.mark.parametrize("to_come", [1, 2, 3])
def test_every_keep_of_random_hands_tried_out(draws: BestDraws, every: Masks, trial: Tried, to_come: int) -> None:
    hands = np.random.default_rng(to_come).choice(every, HANDS)
    worth = in_hands_of_all(draws, every, to_come - 1)
    found, best = draws.worths(hands, 5, to_come), draws.best(hands, 5, to_come)
    for place, hand in enumerate(hands.tolist()):
        expected = trial.means(hand, worth)
        assert found[:, place] == pytest.approx(expected, rel=1e-9)
        assert best.worths[place] == pytest.approx(expected.max(), rel=1e-9)
        kept = subsets(hands[[place]], 5)[:, 0].tolist().index(best.keeps[place])
        assert expected[kept] == pytest.approx(expected.max(), rel=1e-9)


@pytest.mark.parametrize("gone", ["", "Kc", "5c 5d", "2c 3c 4c 6d 6h Ts", "8h 8s 9d Ac Kd"])
def test_one_draw_to_an_eight_with_dead_cards_tried_out(gone: str) -> None:
    """The deck has bricks, and suits that differ."""
    dead = parse_cards(gone)
    deck = deck_without(mask_of(dead), "8")
    draws = count_best_draws(all_sets(deck), np.where(np.arange(WORST + 1) <= 18, 1.0, 0), 1).draws
    left = [card for card in DECK if card not in dead]
    random = np.random.default_rng(len(dead))
    for _ in range(8):
        hand = tuple(random.choice(left, 5, replace=False).tolist())
        unseen = [card for card in left if card not in hand]
        useful = sorted((card for card in hand if card[0] <= "8"), key=lambda card: mask_of([card]))
        found = draws.worths(np.array([mask_of(useful)]), len(useful), 1)[:, 0]
        for place, kept in enumerate(subsets(np.array([mask_of(useful)]), len(useful))[:, 0].tolist()):
            keep = cards_of(kept)
            if len(keep) >= 3:
                made = [number((*keep, *new)) <= 18 for new in combinations(unseen, 5 - len(keep))]
                assert found[place] == pytest.approx(sum(made) / len(made), abs=1e-12), show_cards(keep)


def test_a_made_hand_is_kept_whole_and_of_equal_keeps_the_largest() -> None:
    sets = all_sets(deck_without())
    draws = count_best_draws(sets, np.where(np.arange(WORST + 1) <= 4, 1.0, 0)).draws
    seven, hopeless = (mask_of(parse_cards(text)) for text in ("2c 3d 4h 5s 7c", "9c Td Jh Qs Kc"))
    best = draws.best(np.array([seven, hopeless]), 5, 1)
    assert (best.keeps[0], best.worths[0]) == (seven, 1)
    assert best.keeps[1] == 0  # five new cards can make a seven


def test_three_draws_when_what_was_thrown_is_forgotten() -> None:
    """42.87 %: eight of 47 cards help, three times; the exact chance is that of histparse.odds.chances."""
    deck = deck_without(0, "7")
    draws = count_best_draws(all_sets(deck), np.where(np.arange(WORST + 1) <= 4, 1.0, 0)).draws
    best = draws.best(np.array([mask_of(parse_cards("2c 3d 4h 7s"))]), 4, 3)
    assert best.worths[0] == pytest.approx(1 - (39 / 47) ** 3, abs=1e-12)


def test_numbers_of_all_hands(every: Masks) -> None:
    for mask in np.random.default_rng(1).choice(every, 300).tolist():
        assert hand_numbers(np.array([mask]))[0] == number(cards_of(mask))
    assert np.bincount(hand_numbers(every))[[1, 4, WORST]].tolist() == [1020, 1020, 4]
