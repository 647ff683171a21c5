"""Deals questions with shuffled decks, to hold against what is counted; histparse.odds.equity does it otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from histparse.odds.card_sets import Masks, Range
from histparse.odds.policies import Policy

BLOCK = 50_000


def final_hands(
    ranges: Sequence[Range], dead: int, policies: Sequence[Policy], draws: int, deals: int
) -> Iterator[list[Masks]]:
    """The hands of all players after the draws, a block of deals at a time. The first keeps are those of the ranges."""
    random = np.random.default_rng(deals + draws)
    for at in range(0, deals, BLOCK):
        size = min(BLOCK, deals - at)
        kept, gone = _held(ranges, dead, size, random)
        decks = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (size, 1)), axis=1)
        top = np.zeros(size, np.int64)
        for to_come in range(draws, 0, -1):
            for player, policy in enumerate(policies):
                if to_come < draws:
                    kept[player] = policy.choose_keeps(kept[player], to_come).keeps
                _draw(kept[player], gone, decks, top)
        yield kept


def _held(ranges: Sequence[Range], dead: int, size: int, random: np.random.Generator) -> tuple[list[Masks], Masks]:
    """Hands that fit together: as many as asked for of all that are tried."""
    found: list[list[Masks]] = []
    there = 0
    while there < size:
        picked = [random.choice(len(held.keeps), 2 * size, p=held.weight / held.weight.sum()) for held in ranges]
        cards = [held.cards_known[which] for held, which in zip(ranges, picked, strict=True)]
        fits = sum(np.bitwise_count(each) for each in cards) == np.bitwise_count(np.bitwise_or.reduce(cards))
        fits &= np.bitwise_or.reduce(cards) & dead == 0
        kept = [held.keeps[which][fits] for held, which in zip(ranges, picked, strict=True)]
        found.append([*kept, np.bitwise_or.reduce(cards)[fits] | dead])
        there += int(fits.sum())
    *kept, gone = (np.concatenate(parts)[:size] for parts in zip(*found, strict=True))
    return kept, gone


def _draw(kept: Masks, gone: Masks, decks: NDArray[np.uint8], top: Masks) -> None:
    """Cards from the top of each deck until all have five; those that are gone are passed over."""
    rows = np.flatnonzero(np.bitwise_count(kept) < 5)
    while len(rows):
        cards = 1 << decks[rows, top[rows]].astype(np.int64)
        top[rows] += 1
        new = gone[rows] & cards == 0
        kept[rows[new]] |= cards[new]
        gone[rows[new]] |= cards[new]
        rows = rows[np.bitwise_count(kept[rows]) < 5]
