"""Coach, luck: how many low cards come when a player draws from cards that opponents have picked over.

Opponents who stay in hold more low cards than chance gives, those who fold fewer, and the cards that are left have as
many fewer or more. All that opponents were dealt and drew is taken together: each number of low cards among it is as
likely as the deck, and what each of them did, make it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from histparse.coach.luck.histories import cards_taken
from histparse.coach.luck.observed import NO_CHANCES
from histparse.model.cards import DECK
from histparse.odds.best_draws import Floats
from histparse.odds.card_sets import EVERY_CARD, HAND, Masks
from histparse.odds.draw_means import CHOOSE, LOW, LOW_CARDS, chances, low_drawn

_BLOCK = 1 << 13
"""Draws that are counted together."""


def picked_over(seen: Masks, drawn: Masks, others: Sequence[str], weights: Mapping[str, Floats]) -> Floats:
    """The chance of each number of low cards among those drawn: an array of draws by low cards, 0-5.

    `seen`: the cards the player has held; `others`: the histories of all opponents, blanks between them; `weights`: see
    `histories.weights`.
    """
    numbers: dict[str, int] = {}
    which = np.array([numbers.setdefault(each, len(numbers)) for each in others], np.int64)
    together = _together([*numbers], weights)
    cards = np.array([sum(map(cards_taken, each.split())) for each in numbers], np.int64)
    found = [
        _of_draws(EVERY_CARD & ~seen[part], drawn[part], together[which[part]], cards[which[part]])
        for part in (slice(at, at + _BLOCK) for at in range(0, len(seen), _BLOCK))
    ]
    return np.concatenate([NO_CHANCES, *found])


def _together(others: Sequence[str], weights: Mapping[str, Floats]) -> Floats:
    """The weight of each number of low cards that all opponents have taken: an array of opponents by low cards."""
    numbers = {history: number for number, history in enumerate(weights, 1)}
    each = np.stack([np.eye(1, len(next(iter(weights.values()))))[0], *weights.values()])  # the first: nobody
    most = max((len(one.split()) for one in others), default=0)
    who = np.zeros((len(others), most), np.int64)
    for row, histories in enumerate(others):
        for place, history in enumerate(histories.split()):
            who[row, place] = numbers[history]
    sums = np.zeros((len(others), LOW_CARDS + 1))
    sums[:, 0] = 1
    for of_one in each[who.T]:
        sums = _convolved(sums, of_one)
    return sums


def _convolved(sums: Floats, more: Floats) -> Floats:
    found = np.zeros_like(sums)
    for low in range(more.shape[1]):
        found[:, low:] += sums[:, : sums.shape[1] - low] * more[:, low, None]
    return np.asarray(found / found.max(1, keepdims=True))


def _of_draws(unseen: Masks, drawn: Masks, together: Floats, taken: Masks) -> Floats:
    """By the cards not seen, and how many of them opponents have taken."""
    low, all_of_them = np.bitwise_count(unseen & LOW).astype(np.int64), np.bitwise_count(unseen).astype(np.int64)
    stub = np.maximum(all_of_them - taken, drawn)[:, None]
    left = low[:, None] - np.arange(LOW_CARDS + 1)
    can_be = (left >= 0) & (left <= stub)
    left = np.where(can_be, left, 0)
    likely = np.where(can_be, together * CHOOSE[stub, left], 0)
    sums = likely.sum(1)
    low_came = np.einsum("rt,rtc->rc", likely, _every_chance()[left, stub - left, drawn[:, None]])
    even = low_drawn(unseen, drawn)
    return np.where(sums[:, None] > 0, low_came / np.where(sums > 0, sums, 1)[:, None], even)


@cache
def _every_chance() -> Floats:
    """The chance of each number of low cards, by the low and high cards they come from and how many are drawn."""
    low, high, drawn = np.ogrid[: LOW_CARDS + 1, : len(DECK) + 1, : HAND + 1]
    can_be = np.clip(high, drawn - low, len(DECK) - low)  # nobody asks for other numbers of high cards
    return chances(*(cards[..., None] for cards in (low, can_be, drawn)))
