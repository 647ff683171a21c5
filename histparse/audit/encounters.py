"""Audit: how two players differ, in each other's company, from what both are in the company of others.

A figure is summed over all encounters of a pair, and what it would be is added up from how each of the two does with
all others. The distance is measured in standard deviations that allow for what is not known of both. How far such
distances go where there is nothing to find is seen by shuffling partners among hands at the same stakes and hours.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray
from scipy.stats import norm

from histparse.odds.best_draws import Floats

Ids = NDArray[np.int64] | NDArray[np.int32]
FEWEST = 20
"""Nothing is said of pairs that met less often."""
_ENOUGH = 500_000
"""If there are more rows, only some of each stratum are shuffled."""
_WORK = 4_000_000
"""Rows that are shuffled in all."""
_MOST, _LEAST = 200, 5
"""How often partners are shuffled, at most and at least."""
_TAIL = 0.001
"""The tail of the normal distribution is made as wide as that of shuffled pairs here."""


class Encounters(Struct, frozen=True):
    """Meetings of two, an array each."""

    stratum: Ids
    """Ascending, from 0: shuffles leave it as it is."""
    a: Ids
    b: Ids
    x: Floats | NDArray[np.float32]
    w: Floats | NDArray[np.float32]


class Distances(Struct, frozen=True):
    """Pairs that met often enough, an array each."""

    a: Ids
    b: Ids
    n: Ids
    observed: Floats
    """The mean of the figure."""
    expected: Floats
    z: Floats


def distances(met: Encounters, players: int, sign: int) -> Distances:
    """How far each pair is from what both are with others. `sign`: of the figure seen from the second of a pair."""
    keys, which, n = np.unique(met.a.astype(np.int64) * players + met.b, return_inverse=True, return_counts=True)
    a, b = keys // players, keys % players
    total, weight = np.bincount(which, met.x), np.bincount(which, met.w)
    of_player = np.bincount(met.a, met.x, players) + sign * np.bincount(met.b, met.x, players)
    chances = np.bincount(met.a, met.w, players) + np.bincount(met.b, met.w, players)
    others_a, others_b = chances[a] - weight, chances[b] - weight
    told = (n >= FEWEST) & (others_a > 0) & (others_b > 0)
    a, b, n, total, weight, others_a, others_b = (one[told] for one in (a, b, n, total, weight, others_a, others_b))
    usual = met.x.sum() / met.w.sum() if sign > 0 else 0.0
    alone_a, alone_b = (of_player[a] - total) / others_a, (of_player[b] - sign * total) / others_b
    expected = alone_a + sign * alone_b - usual
    each = (met.x**2).sum() / met.w.sum()
    variance = each * (weight + weight**2 / others_a + weight**2 / others_b)
    return Distances(a, b, n, total / weight, expected, (total - weight * expected) / np.sqrt(variance))


def widening(met: Encounters, players: int, sign: int, side: str) -> float:
    """By how much the distances of shuffled pairs are wider than the normal distribution; at least 1."""
    random = np.random.default_rng(len(met.x))
    step = 1 + len(met.x) // _ENOUGH
    some = Encounters(met.stratum[::step], met.a[::step], met.b[::step], met.x[::step], met.w[::step])
    times = int(np.clip(_WORK / len(some.x), _LEAST, _MOST))
    shuffled = np.concatenate([distances(_shuffled(some, random, sign), players, sign).z for _ in range(times)])
    if not len(shuffled):
        return 1.0
    far = float(np.quantile(_extent(shuffled, side), 1 - _TAIL))
    return max(1.0, far / float(norm.isf(_TAIL / (2 if side == "both" else 1))), float(shuffled.std()))


def chance(z: Floats, side: str, width: float) -> Floats:
    """How likely distances as far in the direction that speaks for partners are."""
    tail = norm.sf(_extent(z, side) / width)
    return np.asarray(np.minimum(1, 2 * tail) if side == "both" else tail)


def _extent(z: Floats, side: str) -> Floats:
    return {"less": -z, "more": z, "both": np.abs(z)}[side]


def _shuffled(met: Encounters, random: np.random.Generator, sign: int) -> Encounters:
    """Meetings with other partners, out of the same stratum."""
    turned = random.random(len(met.x)) < 0.5
    a, b = np.where(turned, met.b, met.a), np.where(turned, met.a, met.b)
    x = np.where(turned, sign * met.x, met.x)
    partner = b[np.argsort(met.stratum + random.random(len(b)))]
    apart = a != partner
    a, partner, x = a[apart], partner[apart], x[apart]
    swap = a > partner
    return Encounters(
        met.stratum[apart],
        np.where(swap, partner, a),
        np.where(swap, a, partner),
        np.where(swap, sign * x, x),
        met.w[apart],
    )


def encounters(rows: pl.DataFrame) -> Encounters:
    """The rows `stratum`, `a`, `b`, `x` and `w`, which are in the order of strata, as arrays."""
    stratum, *others = (rows[name].to_numpy() for name in ("stratum", "a", "b", "x", "w"))
    return Encounters(np.cumsum(np.diff(stratum, prepend=stratum[:1]) != 0, dtype=np.int32), *others)
