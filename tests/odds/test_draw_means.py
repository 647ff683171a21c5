"""Means over draws: as all cards that could come give them, one by one."""

from __future__ import annotations

import os
from itertools import combinations
from random import Random

import numpy as np
import pytest

from histparse.model.cards import DECK
from histparse.odds.card_sets import EVERY_CARD, HAND, CardSets, Floats, all_sets, deck_without, mask_of
from histparse.odds.draw_means import LOW, DrawMeans, by_chance, low_drawn, sums_within

DRAWS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 60
NEAR = 1e-12


@pytest.fixture(scope="module")
def sets() -> CardSets:
    return all_sets(deck_without())


@pytest.fixture(scope="module")
def means(sets: CardSets) -> DrawMeans:
    """Of numbers that have nothing to do with the hands."""
    numbers = np.random.default_rng(1).random((len(sets.index.keys[HAND]), 2))
    return DrawMeans(sets.index, numbers, sums_within(sets, numbers))


def one_by_one(means: DrawMeans, kept: int, gone: int, odds: float) -> Floats:
    unseen = [card for card in DECK if mask_of([card]) & ~(kept | gone)]
    bits = np.array([mask_of([card]) for card in unseen])
    drawn = HAND - kept.bit_count()
    chosen = np.array([*combinations(range(len(bits)), drawn)], np.int64)
    hands = kept + bits[chosen].sum(1)
    weight = odds ** np.bitwise_count(hands & LOW).astype(float)
    return np.asarray(weight @ means.numbers_of(hands) / weight.sum())


def chances(kept: int, gone: int, odds: float) -> Floats:
    """Of each number of low cards that come when one comes so much more often than a high one."""
    drawn = HAND - kept.bit_count()
    even = low_drawn(np.array([EVERY_CARD & ~(kept | gone)]), np.array([drawn]))[0]
    weighted = even * odds ** np.arange(HAND + 1)
    return np.asarray(weighted / weighted.sum())


@pytest.mark.untraced
def test_as_all_cards_that_could_come(means: DrawMeans) -> None:
    random = Random(34)  # noqa: S311 - the same draws each time
    sizes = [divmod(number, 9) for number in range(54)] if DRAWS > 54 else []
    for number in range(DRAWS):
        kept, before = sizes[number] if number < len(sizes) else (random.randint(0, 5), random.randint(0, 8))
        if not os.environ.get("HISTPARSE_SOAK") and kept < 2 and before:
            continue  # a million hands each
        cards = random.sample(DECK, HAND + before)
        held, gone = mask_of(cards[:kept]), mask_of(cards[kept:])
        odds = random.choice((1.0, random.uniform(0.5, 1.5)))
        found = means.means(np.array([held]), np.array([gone]), chances(held, gone, odds)[None])[0]
        assert np.abs(found - one_by_one(means, held, gone, odds)).max() < NEAR, (kept, before, odds)


def test_many_at_once_as_each_alone(means: DrawMeans) -> None:
    random = Random(35)  # noqa: S311 - as above
    draws = []
    for _ in range(50):
        cards = random.sample(DECK, 9)
        kept = random.randint(1, 5)
        draws.append((mask_of(cards[:kept]), mask_of(cards[kept : random.randint(5, 9)]), random.uniform(0.5, 1.5)))
    kept_cards, gone, _ = (np.array(column) for column in zip(*draws, strict=True))
    low = np.stack([chances(*draw) for draw in draws])
    together = means.means(kept_cards, gone, low)
    alone = [means.means(kept_cards[at : at + 1], gone[at : at + 1], low[at : at + 1])[0] for at in range(50)]
    assert np.array_equal(together, np.stack(alone))


def test_who_stands_pat_gets_what_they_have(means: DrawMeans) -> None:
    hand = np.array([mask_of(DECK[:5])])
    assert np.allclose(
        means.means(hand, np.array([0]), by_chance(0)[None, : HAND + 1]), means.numbers_of(hand), rtol=0, atol=NEAR
    )
