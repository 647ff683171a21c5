"""The best draws: against trying every hand that can come, with dead cards and bricks, and as players know them.

Means over draws: as all cards that could come give them, one by one. With HISTPARSE_SOAK=1 2,000 random hands,
otherwise a few.
"""

from __future__ import annotations

import os
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from docs.constants import sum_by_low_cards
from histparse.model.cards import DECK, parse_cards, show_cards
from histparse.model.ranking import WORST, number
from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    CardSets,
    Floats,
    Masks,
    cards_to_mask,
    deck_without,
    enumerate_card_sets,
    hand_rank_numbers,
    mask_to_cards,
    subsets,
)
from histparse.odds.hand_sums import (
    LOW,
    BestDraws,
    DrawMeans,
    best_keep_places,
    count_best_draws,
    low_count_chances_from_stubs,
    low_count_distribution,
)
from histparse.odds.notation import parse_range
from tests.odds.dealer import numbers_tried_out

HANDS = 2_000 if os.environ.get("HISTPARSE_SOAK") else 12
BY_NUMBER = (1 - np.arange(WORST + 1) / WORST) ** 7
"""Some worth of hands, better for better ones."""


@pytest.fixture(scope="module")
def draws() -> BestDraws:
    return count_best_draws(enumerate_card_sets(deck_without()), BY_NUMBER).draws


@pytest.fixture(scope="module")
def all_hands() -> Masks:
    return parse_range("any").keeps


def worths_of_all_hands(draws: BestDraws, all_hands: Masks, draws_left: int) -> Floats:
    """What all hands are worth with that many draws to come: of each class of suits once."""
    if not draws_left:
        return np.asarray(BY_NUMBER[hand_rank_numbers(all_hands)])
    ids = draws.index.ids(all_hands, 5) - draws.index.first[5]
    return np.asarray(draws.best_keeps(draws.index.keys[5], 5, draws_left).worths[ids])


class Trial:
    """Tries every hand that can come."""

    def __init__(self, all_hands: Masks) -> None:
        self._is_held = {card: (all_hands & cards_to_mask([card]) != 0).view(np.uint8) for card in DECK}

    def means(self, hand: int, worths: Floats) -> Floats:
        """The mean of the worth over all hands that have just the keep in common with the hand, for each keep."""
        cards = sorted(mask_to_cards(hand), key=lambda card: cards_to_mask([card]))
        common = np.zeros(len(worths), np.uint8)
        for place, card in enumerate(cards):
            common |= self._is_held[card] << place
        ways = np.array([comb(47, 5 - keep.bit_count()) for keep in range(32)])
        return np.asarray(np.bincount(common, worths, 32) / ways)


@pytest.fixture(scope="module")
def trial(all_hands: Masks) -> Trial:
    return Trial(all_hands)


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("draws_left", [1, 2, 3])
def test_every_keep_of_random_hands_tried_out(
    draws: BestDraws, all_hands: Masks, trial: Trial, draws_left: int
) -> None:
    hands = np.random.default_rng(draws_left).choice(all_hands, HANDS)
    worths = worths_of_all_hands(draws, all_hands, draws_left - 1)
    keep_worths, best = draws.keep_worths(hands, 5, draws_left), draws.best_keeps(hands, 5, draws_left)
    for place, hand in enumerate(hands.tolist()):
        expected = trial.means(hand, worths)
        assert keep_worths[:, place] == pytest.approx(expected, rel=1e-9)
        assert best.worths[place] == pytest.approx(expected.max(), rel=1e-9)
        keep = subsets(hands[[place]], 5)[:, 0].tolist().index(best.keeps[place])
        assert expected[keep] == pytest.approx(expected.max(), rel=1e-9)


def test_every_keep_of_a_hand_tried_out(draws: BestDraws, all_hands: Masks) -> None:
    """The mean of all hands that have just the keep in common with it."""
    worths = BY_NUMBER[hand_rank_numbers(all_hands)]
    hand = all_hands[[1_000_003]]
    for keep, keep_worth in zip(subsets(hand, 5)[:, 0], draws.keep_worths(hand, 5, 1)[:, 0], strict=True):
        assert keep_worth == pytest.approx(worths[all_hands & hand == keep].mean(), rel=1e-9)


@pytest.mark.parametrize("dead_text", ["", "Kc", "5c 5d", "2c 3c 4c 6d 6h Ts", "8h 8s 9d Ac Kd"])
def test_one_draw_to_an_eight_with_dead_cards_tried_out(dead_text: str) -> None:
    """The deck has bricks, and suits that differ."""
    dead = parse_cards(dead_text)
    deck = deck_without(cards_to_mask(dead), "8")
    draws = count_best_draws(enumerate_card_sets(deck), np.where(np.arange(WORST + 1) <= 18, 1.0, 0), 1).draws
    left = [card for card in DECK if card not in dead]
    random = np.random.default_rng(len(dead))
    for _ in range(8):
        hand = tuple(random.choice(left, 5, replace=False).tolist())
        useful = sorted((card for card in hand if card[0] <= "8"), key=lambda card: cards_to_mask([card]))
        mask = np.array([cards_to_mask(useful)])
        keep_worths = draws.keep_worths(mask, len(useful), 1)[:, 0]
        for place, keep_mask in enumerate(subsets(mask, len(useful))[:, 0].tolist()):
            keep = mask_to_cards(keep_mask)
            if len(keep) >= 3:
                expected = np.mean([made <= 18 for made in numbers_tried_out(keep, (*hand, *dead))])
                assert keep_worths[place] == pytest.approx(expected, abs=1e-12), show_cards(keep)


def test_a_made_hand_is_kept_whole_and_of_equal_keeps_the_largest() -> None:
    sets = enumerate_card_sets(deck_without())
    draws = count_best_draws(sets, np.where(np.arange(WORST + 1) <= 4, 1.0, 0)).draws
    seven, hopeless = (cards_to_mask(parse_cards(text)) for text in ("2c 3d 4h 5s 7c", "9c Td Jh Qs Kc"))
    best = draws.best_keeps(np.array([seven, hopeless]), 5, 1)
    assert (best.keeps[0], best.worths[0]) == (seven, 1)
    assert best.keeps[1] == 0  # five new cards can make a seven
    assert best_keep_places(np.zeros((32, 1))).tolist() == [31]


def test_three_draws_when_what_was_thrown_is_forgotten() -> None:
    """42.87 %: eight of 47 cards help, three times; the exact chance is that of histparse.odds.chances."""
    deck = deck_without(0, "7")
    draws = count_best_draws(enumerate_card_sets(deck), np.where(np.arange(WORST + 1) <= 4, 1.0, 0)).draws
    best = draws.best_keeps(np.array([cards_to_mask(parse_cards("2c 3d 4h 7s"))]), 4, 3)
    assert best.worths[0] == pytest.approx(1 - (39 / 47) ** 3, abs=1e-12)


def test_numbers_of_all_hands(all_hands: Masks) -> None:
    for mask in np.random.default_rng(1).choice(all_hands, 300).tolist():
        assert hand_rank_numbers(np.array([mask]))[0] == number(mask_to_cards(mask))
    assert np.bincount(hand_rank_numbers(all_hands))[[1, 4, WORST]].tolist() == [1020, 1020, 4]


# --- means over draws -------------------------------------------------------------------------------------------------


DRAWS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 60
NEAR = 1e-12


@pytest.fixture(scope="module")
def sets() -> CardSets:
    return enumerate_card_sets(deck_without())


@pytest.fixture(scope="module")
def means(sets: CardSets) -> DrawMeans:
    """Of numbers that have nothing to do with the hands."""
    numbers = np.random.default_rng(1).random((len(sets.index.keys[HAND]), 2))
    return DrawMeans(sets.index, numbers, sum_by_low_cards(sets, numbers))


def mean_one_by_one(means: DrawMeans, keep: int, dead: int, odds: float) -> Floats:
    unseen = [card for card in DECK if cards_to_mask([card]) & ~(keep | dead)]
    bits = np.array([cards_to_mask([card]) for card in unseen])
    drawn = HAND - keep.bit_count()
    chosen = np.array([*combinations(range(len(bits)), drawn)], np.int64)
    hands = keep + bits[chosen].sum(1)
    weight = odds ** np.bitwise_count(hands & LOW).astype(float)
    return np.asarray(weight @ means.numbers_by_hand(hands) / weight.sum())


def chances(keep: int, dead: int, odds: float) -> Floats:
    """Of each number of low cards that come when one comes so much more often than a high one."""
    drawn = HAND - keep.bit_count()
    even = low_count_chances_from_stubs(np.array([EVERY_CARD & ~(keep | dead)]), np.array([drawn]))[0]
    weighted = even * odds ** np.arange(HAND + 1)
    return np.asarray(weighted / weighted.sum())


def test_as_all_cards_that_could_come(means: DrawMeans) -> None:
    random = Random(34)  # noqa: S311 - the same draws each time
    sizes = [divmod(place, 9) for place in range(54)] if DRAWS > 54 else []
    for place in range(DRAWS):
        size, dead_count = sizes[place] if place < len(sizes) else (random.randint(0, 5), random.randint(0, 8))
        if not os.environ.get("HISTPARSE_SOAK") and (not size or (size == 1 and dead_count)):
            continue  # up to 2.6 million hands each
        cards = random.sample(DECK, HAND + dead_count)
        held, dead = cards_to_mask(cards[:size]), cards_to_mask(cards[size:])
        odds = random.choice((1.0, random.uniform(0.5, 1.5)))
        mean = means.means_over_completions(np.array([held]), np.array([dead]), chances(held, dead, odds)[None])[0]
        assert np.abs(mean - mean_one_by_one(means, held, dead, odds)).max() < NEAR, (size, dead_count, odds)


def test_who_stands_pat_gets_what_they_have(means: DrawMeans) -> None:
    hand = np.array([cards_to_mask(DECK[:5])])
    assert np.allclose(
        means.means_over_completions(hand, np.array([0]), low_count_distribution(0)[None, : HAND + 1]),
        means.numbers_by_hand(hand),
        rtol=0,
        atol=NEAR,
    )


def test_many_at_once_as_each_alone(means: DrawMeans) -> None:
    random = Random(35)  # noqa: S311 - as above
    draws = []
    for _ in range(50):
        cards = random.sample(DECK, 9)
        size = random.randint(1, 5)
        draws.append(
            (cards_to_mask(cards[:size]), cards_to_mask(cards[size : random.randint(5, 9)]), random.uniform(0.5, 1.5))
        )
    keeps, dead, _ = (np.array(column) for column in zip(*draws, strict=True))
    low = np.stack([chances(*draw) for draw in draws])
    means_at_once = means.means_over_completions(keeps, dead, low)
    single_means = [
        means.means_over_completions(keeps[place : place + 1], dead[place : place + 1], low[place : place + 1])[0]
        for place in range(50)
    ]
    assert np.array_equal(means_at_once, np.stack(single_means))
