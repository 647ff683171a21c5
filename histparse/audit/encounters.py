"""Audit: how two players differ, in each other's company, from what both are in the company of others.

A figure is summed over all encounters of a pair, and what it would be is added up from how each of the two does with
all others. The distance is measured in standard deviations that allow for what is not known of both, and for moods and
company: hands of one sitting are alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.card_sets import Floats
from histparse.system import late

Ids = NDArray[np.int64] | NDArray[np.int32]
FEWEST = 10
"""Nothing is said of pairs that met less often."""
_EVEN = 1e-4
"""A distribution as even as that is the normal one."""


class Meetings(Struct, frozen=True):
    """Two who met, an array each."""

    a: Ids
    b: Ids
    n: Ids
    """Opportunities, however often they were taken."""
    x: Floats
    w: Floats
    done: Floats
    """How often it was done; NaN: that is not counted."""


class Encounters(Meetings, frozen=True):
    """What two met in one sitting."""

    squares: Floats
    """The sum of squares, and that of cubes, of the figures of single hands."""
    cubes: Floats


class Sums(Meetings, frozen=True):
    """All meetings of each pair, with what tells how far its sittings stray."""

    squares: Floats
    """The sum of squares, and that of cubes, of the figures of single hands."""
    cubes: Floats
    xx: Floats
    """Over sittings, the sum of squares; of products with the weights; of squares and of cubes of the weights."""
    xw: Floats
    ww: Floats
    www: Floats


class Distances(Meetings, frozen=True):
    """All meetings of each pair, and how far they are from what was to be expected."""

    off: Floats
    """How far `x` is from what both do with others."""
    variance: Floats
    third: Floats
    """The third moment: what is seldom done is done far too often by chance rather than far too seldom."""

    @property
    def z(self) -> Floats:
        """The distance in standard deviations."""
        return np.asarray(self.off / np.sqrt(self.variance))

    @property
    def score(self) -> Floats:
        """How far a normal variable is that is as seldom as far (Wilson and Hilferty)."""
        skew = self.third / self.variance**1.5
        some = np.where(np.abs(skew) < _EVEN, _EVEN, skew)
        return np.where(some == skew, 6 / some * (np.cbrt(some * self.z / 2 + 1) - 1) + some / 6, self.z)

    def told(self, judged: Ids | None = None, players: int = 0) -> Distances:
        """Pairs, of those `judged`, as `keys` numbers them, that met often enough, and met others too."""
        some = (self.n >= FEWEST) & np.isfinite(self.variance) & (self.variance > 0)
        if judged is not None:
            some &= np.isin(keys(self, players), judged)
        return Distances(*(getattr(self, name)[some] for name in self.__struct_fields__))


def distances(met: Sums, players: int, sign: int, aside: Sequence[int] = ()) -> Distances:
    """How far each pair is from what both are with others.

    `sign`: of the figure seen from the second of a pair; 0: the first acts, and the second bears it.
    `aside`: pairs, as `keys` numbers them, that say nothing of what their players are with others.
    """
    plain = ~np.isin(keys(met, players), aside)
    x, w = met.x * plain, met.w * plain
    acted, chances = added(met.a, x, players), added(met.a, w, players)
    borne, suffered = added(met.b, x, players), added(met.b, w, players)
    if sign:
        acted, chances = acted + sign * borne, chances + suffered
        borne, suffered = sign * acted, chances
    usual = x.sum() / w.sum() if sign >= 0 and w.any() else 0.0
    each = float((met.squares * plain).sum() / w.sum()) if w.any() else 0.0
    off, variance = met.x - met.w * usual, met.w.copy()
    known = np.ones(len(met.w), np.bool_)
    for who, sums, weights in ((met.a, acted, chances), (met.b, borne, suffered)):
        others = weights[who] - w
        sure = np.where(others > 0, others + _inertia(sums - weights * usual, weights, each), np.inf)
        off -= met.w * (sums[who] - x - others * usual) / sure
        variance += met.w**2 / sure
        known &= others > 0
    uneven = (met.cubes * plain).sum() / w.sum() if sign > 0 and w.any() else 0.0
    third = met.w * np.where(np.isnan(met.done), uneven * (off > 0), 1 - 2 * (met.done - met.x) / met.n)
    variance = each * variance + met.ww * _mood(met, each, plain & (w > 0))
    variance = np.where(known, variance, np.inf)
    return Distances(met.a, met.b, met.n, met.x, met.w, met.done, off, variance, third)


def keys(met: Meetings, players: int) -> NDArray[np.int64]:
    """A number for each two players, whichever comes first."""
    return np.asarray(np.minimum(met.a, met.b).astype(np.int64) * players + np.maximum(met.a, met.b), np.int64)


def _mood(met: Sums, each: float, counted: NDArray[np.bool_]) -> float:
    """How much pairs stray from one of their sittings to the next, beyond their hands: a variance, for a weight of one.

    What a pair always does is no part of it, so that partners do not hide each other.
    """
    x, w, xx, xw, ww, www = (one[counted] for one in (met.x, met.w, met.xx, met.xw, met.ww, met.www))
    usual, share = x / w, ww / w
    strays = (xx - 2 * usual * xw + usual**2 * ww - each * (w - share)).sum()
    room = (ww - 2 * www / w + share**2).sum()
    return float(strays / room) if strays > 0 < room else 0.0


def _inertia(beyond: Floats, weights: Floats, each: float) -> float:
    """The weight of what is known of players before they are seen: by how much they differ (DerSimonian and Laird)."""
    beyond, weights = beyond[weights > 0], weights[weights > 0]
    if not (each and len(weights)):
        return np.inf
    spread = (beyond**2 / weights).sum() / each - len(weights) + 1
    return float((weights.sum() - (weights**2).sum() / weights.sum()) / spread) if spread > 0 else np.inf


def both_ways(far: Distances, players: int) -> Distances:
    """What either of two does to the other, together."""
    pairs, which = np.unique(keys(far, players), return_inverse=True)
    n = np.bincount(which, far.n).astype(np.int64)
    x, w, done, off, variance, third = (
        added(which, each) for each in (far.x, far.w, far.done, far.off, far.variance, far.third)
    )
    return Distances(pairs // players, pairs % players, n, x, w, done, off, variance, third)


def chance(z: Floats, side: str) -> Floats:
    """How likely distances as far in the direction that speaks for partners are."""
    tail = late.stats.norm.sf({"less": -z, "more": z, "both": np.abs(z)}[side])
    return np.asarray(2 * tail if side == "both" else tail)


def summed(met: Encounters, players: int) -> Sums:
    """The meetings of each pair, in the order of their numbers."""
    pairs, which = np.unique(met.a.astype(np.int64) * players + met.b, return_inverse=True)
    n = np.bincount(which, met.n).astype(np.int64)
    figures = (met.x, met.w, met.done, met.squares, met.cubes, met.x**2, met.x * met.w, met.w**2, met.w**3)
    return Sums(pairs // players, pairs % players, n, *(added(which, each) for each in figures))


def added(which: Ids, each: Floats, least: int = 0) -> Floats:
    """The sums of what belongs together, by number; at least so many."""
    return np.asarray(np.bincount(which, each, least), np.float64)
