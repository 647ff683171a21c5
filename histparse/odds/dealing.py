"""Odds: deals hands and draws at random, many at once, where there are too many to count.

The cards that come to a player depend on the deal and on what is left, not on what others chose before: the same deals
tell two ways to draw apart with far fewer of them than others would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from histparse.model.cards import DECK
from histparse.model.errors import HistparseError, quoted
from histparse.odds.card_sets import HAND, Floats, Masks
from histparse.odds.policies import Policy, Side

BLOCK = 1 << 14
"""Deals at once. The deals of whole blocks are the same however many follow them."""
_TRIES = 200
"""How often hands are picked again that share a card; then they hardly ever fit."""
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
"""Constants of SplitMix64 (Steele, Lea and Flood, 2014): any number of a sequence at once."""


def deal(sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int) -> Iterator[Masks]:
    """The hands of all sides after 0-3 draws, a block of deals at a time: arrays of sides by deals.

    All draw from one deck; what was thrown does not come back. Raises HistparseError if the hands never fit together.
    """
    shares = [np.cumsum(side.held.weight) for side in sides]
    for start in range(0, deals, BLOCK):
        chance = np.random.default_rng([seed, start])
        picked, used = _picked(sides, shares, dead, min(BLOCK, deals - start), chance)
        yield _drawn(sides, picked, used, draws, chance)


def _drawn(
    sides: Sequence[Side], picked: Sequence[Masks], used: Masks, draws: int, chance: np.random.Generator
) -> Masks:
    """The hands after the draws. `picked`: the places of those before; `used`: the cards known of them."""
    hands = [side.held.keeps[rows] for side, rows in zip(sides, picked, strict=True)]
    decks = [_Deck(chance.integers(0, 1 << 64, len(used), np.uint64)) for _ in sides]
    for draws_left in range(draws, 0, -1):
        for place, side in enumerate(sides):
            chooses = (side.held.chooses[picked[place]] == 1) | (draws_left < draws)
            keeps = hands[place].copy()
            if chooses.any():
                keeps[chooses] = _choose_keeps(side.policy, hands[place][chooses], draws_left, chance)
            hands[place] = decks[place].fill(keeps, used)
    return np.stack(hands)


def _picked(
    sides: Sequence[Side], shares: Sequence[Floats], dead: int, deals: int, chance: np.random.Generator
) -> tuple[list[Masks], Masks]:
    """Hands by their weights, picked again while they share a card: their places, and all cards known."""
    places = [np.zeros(deals, np.int64) for _ in sides]
    used = np.full(deals, -1, np.int64)
    for _ in range(_TRIES):
        unsettled = np.flatnonzero(used < 0)
        if not len(unsettled):
            return places, used
        cards, fits = np.full(len(unsettled), dead), np.ones(len(unsettled), np.bool_)
        for side, place, share in zip(sides, places, shares, strict=True):
            place[unsettled] = np.searchsorted(share, chance.random(len(unsettled)) * share[-1], "right")
            more = side.held.keeps[place[unsettled]] | side.held.thrown[place[unsettled]]
            fits &= cards & more == 0
            cards |= more
        used[unsettled[fits]] = cards[fits]
    raise HistparseError(f"{' and '.join(quoted(side.held.text) for side in sides)} share cards in nearly all cases")


def _choose_keeps(policy: Policy, hands: Masks, draws_left: int, chance: np.random.Generator) -> Masks:
    choice = policy.choice(hands, draws_left)
    return np.where(chance.random(len(hands)) < choice.pat, hands, choice.keeps)


class _Deck:
    """The cards in the order in which a player is given them, some more than once."""

    def __init__(self, keys: NDArray[np.uint64]) -> None:
        self._next = keys

    def fill(self, keeps: Masks, used: Masks) -> Masks:
        """The hands with new cards. `used`: all cards that cannot come; the new ones are added."""
        while len(short := np.flatnonzero(np.bitwise_count(keeps) < HAND)):
            cards = 1 << self._cards(short)
            new = used[short] & cards == 0
            keeps[short[new]] |= cards[new]
            used[short[new]] |= cards[new]
        return keeps

    def _cards(self, rows: Masks) -> Masks:
        self._next[rows] += _STEP
        mixed = self._next[rows]
        for shift, factor in zip((30, 27), _MIX, strict=True):
            mixed = (mixed ^ mixed >> np.uint64(shift)) * factor
        return ((mixed ^ mixed >> np.uint64(31)) % np.uint64(len(DECK))).astype(np.int64)
