"""Odds: deals hands and draws at random, many at once, where there are too many to count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from histparse.model.cards import DECK
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.odds.card_masks import Masks
from histparse.odds.card_sets import HAND
from histparse.odds.policies import Policy
from histparse.odds.ranges import Range

BLOCK = 1 << 16
"""Deals at once: that limits memory."""
_TRIES = 200
"""How often hands are picked again that share a card; then they hardly ever fit."""


class Side(Struct, frozen=True):
    """A player: what they may hold, and how they draw."""

    held: Range
    policy: Policy


def deal(sides: Sequence[Side], dead: int, draws: int, deals: int, seed: int) -> Iterator[Masks]:
    """The hands of all sides after 0-3 draws, a block of deals at a time: arrays of sides by deals.

    All draw from one deck; what was thrown does not come back. Raises HistparseError if the hands never fit together.
    """
    chance = np.random.default_rng(seed)
    for at in range(0, deals, BLOCK):
        yield _block(sides, dead, draws, min(BLOCK, deals - at), chance)


def _block(sides: Sequence[Side], dead: int, draws: int, deals: int, chance: np.random.Generator) -> Masks:
    picked, used = _picked(sides, dead, deals, chance)
    hands = [side.held.kept[which] for side, which in zip(sides, picked, strict=True)]
    for to_come in range(draws, 0, -1):
        for place, side in enumerate(sides):
            chooses = (side.held.chooses[picked[place]] == 1) | (to_come < draws)
            kept = hands[place].copy()
            if chooses.any():
                kept[chooses] = _kept(side.policy, hands[place][chooses], to_come, chance)
            hands[place] = _filled(kept, used, chance)
    return np.stack(hands)


def _picked(sides: Sequence[Side], dead: int, deals: int, chance: np.random.Generator) -> tuple[list[Masks], Masks]:
    """Hands by their weights, picked again while they share a card: their places, and all cards known."""
    places = [np.zeros(deals, np.int64) for _ in sides]
    used = np.full(deals, -1, np.int64)
    shares = [np.cumsum(side.held.weight) for side in sides]
    for _ in range(_TRIES):
        again = np.flatnonzero(used < 0)
        if not len(again):
            return places, used
        cards, fits = np.full(len(again), dead), np.ones(len(again), np.bool_)
        for side, place, share in zip(sides, places, shares, strict=True):
            place[again] = np.searchsorted(share, chance.random(len(again)) * share[-1], "right")
            more = side.held.cards[place[again]]
            fits &= cards & more == 0
            cards |= more
        used[again[fits]] = cards[fits]
    raise HistparseError(f"{' and '.join(quoted(side.held.text) for side in sides)} share cards in nearly all cases")


def _kept(policy: Policy, hands: Masks, to_come: int, chance: np.random.Generator) -> Masks:
    choice = policy.choice(hands, to_come)
    return np.where(chance.random(len(hands)) < choice.pat, hands, choice.kept)


def _filled(kept: Masks, used: Masks, chance: np.random.Generator) -> Masks:
    """The hands with new cards. `used`: all cards that cannot come; the new ones are added."""
    while len(short := np.flatnonzero(np.bitwise_count(kept) < HAND)):
        cards = 1 << chance.integers(0, len(DECK), len(short))
        new = used[short] & cards == 0
        kept[short[new]] |= cards[new]
        used[short[new]] |= cards[new]
    return kept
