"""Step 7, statistics: downswings - how far and how long a player was below their best, and how usual that is."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Nets = NDArray[np.float64]
"""What each hand brought, in big bets, in the order played."""

ORDERS = 200
"""Random orders of the same hands to compare with."""
TOGETHER = 4_000_000
"""Hands of random orders held in memory at once: 32 MB."""


class Downswing(Struct, frozen=True):
    """Hands from the best moment so far to one below it; `first` and `last` count from 1."""

    big_bets: float
    """Lost from the best moment to the worst one of these hands."""
    first: int
    last: int

    @property
    def hands(self) -> int:
        """How many they are."""
        return self.last - self.first + 1


class Swings(Struct, frozen=True):
    """The deepest and the longest downswing, each with the share of random orders of the hands that are as bad."""

    deepest: Downswing
    deepest_usual: float
    longest: Downswing
    longest_usual: float


def swings(nets: Nets, seed: int = 0) -> Swings | None:
    """The downswings of these hands; None: there were none. The random orders are the same for the same seed."""
    drops = _below_best(nets[None, :])[0]
    if not drops.max(initial=0.0) > 0:
        return None
    deepest, longest = _deepest(drops), _longest(drops)
    depths, lengths = _random_orders(nets, np.random.default_rng(seed))
    deeper, longer = depths >= deepest.big_bets - 1e-9, lengths >= longest.hands
    return Swings(deepest, float(deeper.mean()), longest, float(longer.mean()))


def _below_best(nets: Nets) -> Nets:
    """By row: how far below the best moment so far, the beginning included, each hand ends."""
    sums = nets.cumsum(axis=1)
    drops: Nets = np.maximum(np.maximum.accumulate(sums, axis=1), 0.0) - sums
    return drops


def _deepest(drops: Nets) -> Downswing:
    last = int(drops.argmax())
    bests = np.flatnonzero(drops[:last] <= 0)
    first = int(bests[-1]) + 1 if bests.size else 0
    return Downswing(float(drops[last]), first + 1, last + 1)


def _longest(drops: Nets) -> Downswing:
    """The most hands in a row that all end below the best moment before them."""
    at_best = np.concatenate(([-1], np.flatnonzero(drops <= 0), [len(drops)]))
    place = int(np.diff(at_best).argmax())
    first, last = int(at_best[place]) + 1, int(at_best[place + 1])
    return Downswing(float(drops[first:last].max()), first + 1, last)


def _random_orders(nets: Nets, random: np.random.Generator) -> tuple[Nets, NDArray[np.int64]]:
    """Depth of the deepest and hands of the longest downswing in each of many random orders."""
    depths: list[float] = []
    lengths: list[int] = []
    rows = max(1, TOGETHER // len(nets))
    for begin in range(0, ORDERS, rows):
        orders = np.broadcast_to(nets, (min(rows, ORDERS - begin), len(nets)))
        drops = _below_best(random.permuted(orders, axis=1))
        depths.extend(drops.max(axis=1))
        lengths.extend(_longest(row).hands for row in drops)
    return np.array(depths), np.array(lengths)
