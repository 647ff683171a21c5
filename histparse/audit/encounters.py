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
    """Sums over the hands that two players played together in one sitting."""

    squares: Floats
    """The sum of squares, and that of cubes, of the figures of single hands."""
    cubes: Floats


class Sums(Encounters, frozen=True):
    """All meetings of each pair, with what tells how far its sittings stray."""

    xx: Floats
    """Over sittings, the sum of squares; of products with the weights; of squares and of cubes of the weights."""
    xw: Floats
    ww: Floats
    www: Floats


class Distances(Meetings, frozen=True):
    """All meetings of each pair, and how far they are from what was to be expected."""

    deviation: Floats
    """How far `x` is from what both do with others."""
    variance: Floats
    third: Floats
    """The third moment: what is seldom done is done far too often by chance rather than far too seldom."""

    @property
    def z_scores(self) -> Floats:
        """The distance in standard deviations."""
        return np.asarray(self.deviation / np.sqrt(self.variance))

    @property
    def normal_scores(self) -> Floats:
        """The deviation of a normal variable that is as rare (Wilson and Hilferty)."""
        skew = self.third / self.variance**1.5
        skew_or_even = np.where(np.abs(skew) < _EVEN, _EVEN, skew)
        return np.where(
            skew_or_even == skew,
            6 / skew_or_even * (np.cbrt(skew_or_even * self.z_scores / 2 + 1) - 1) + skew_or_even / 6,
            self.z_scores,
        )

    def select_judgeable_pairs(self, pair_ids: Ids, player_count: int) -> Distances:
        """Pairs, of those in `pair_ids`, as `pair_numbers` numbers them, that met often enough, and met others too."""
        is_judged = (self.n >= FEWEST) & np.isfinite(self.variance) & (self.variance > 0)
        is_judged &= np.isin(pair_numbers(self, player_count), pair_ids)
        return Distances(*(getattr(self, name)[is_judged] for name in self.__struct_fields__))


def measure_distances_from_usual(
    meetings: Sums, player_count: int, sign_from_second: int, excluded_pairs: Sequence[int] = ()
) -> Distances:
    """Measure how far each pair is from what both are with others.

    `sign_from_second`: of the figure seen from the second of a pair; 0: the first acts, and the second bears it.
    `excluded_pairs`: those, as `pair_numbers` numbers them, that say nothing of what their players are with others.
    """
    # With the hands of a pair that is named, an innocent third player looks spared.
    plain = ~np.isin(pair_numbers(meetings, player_count), excluded_pairs)
    x, w = meetings.x * plain, meetings.w * plain
    acted, chances = sum_by_number(meetings.a, x, player_count), sum_by_number(meetings.a, w, player_count)
    borne, suffered = sum_by_number(meetings.b, x, player_count), sum_by_number(meetings.b, w, player_count)
    if sign_from_second:
        acted, chances = acted + sign_from_second * borne, chances + suffered
        borne, suffered = sign_from_second * acted, chances
    usual = x.sum() / w.sum() if sign_from_second >= 0 and w.any() else 0.0
    hand_variance = float((meetings.squares * plain).sum() / w.sum()) if w.any() else 0.0
    deviation, variance = meetings.x - meetings.w * usual, meetings.w.copy()
    known = np.ones(len(meetings.w), np.bool_)
    for ids, sums, weights in ((meetings.a, acted, chances), (meetings.b, borne, suffered)):
        other_weights = weights[ids] - w
        sure = np.where(
            other_weights > 0, other_weights + _prior_weight(sums - weights * usual, weights, hand_variance), np.inf
        )
        deviation -= meetings.w * (sums[ids] - x - other_weights * usual) / sure
        variance += meetings.w**2 / sure
        known &= other_weights > 0
    uneven = (meetings.cubes * plain).sum() / w.sum() if sign_from_second > 0 and w.any() else 0.0
    third = meetings.w * np.where(
        np.isnan(meetings.done), uneven * (deviation > 0), 1 - 2 * (meetings.done - meetings.x) / meetings.n
    )
    variance = hand_variance * variance + meetings.ww * _variance_between_sittings(
        meetings, hand_variance, plain & (w > 0)
    )
    variance = np.where(known, variance, np.inf)
    return Distances(
        meetings.a, meetings.b, meetings.n, meetings.x, meetings.w, meetings.done, deviation, variance, third
    )


def pair_numbers(meetings: Meetings, player_count: int) -> NDArray[np.int64]:
    """A number for each two players, whichever comes first."""
    return np.asarray(
        np.minimum(meetings.a, meetings.b).astype(np.int64) * player_count + np.maximum(meetings.a, meetings.b),
        np.int64,
    )


def _variance_between_sittings(meetings: Sums, hand_variance: float, is_counted: NDArray[np.bool_]) -> float:
    """Estimate how much pairs stray between their sittings, beyond their hands: a variance, for a weight of one.

    What a pair always does is no part of it, so that partners do not hide each other.
    """
    x, w, xx, xw, ww, www = (
        figure[is_counted] for figure in (meetings.x, meetings.w, meetings.xx, meetings.xw, meetings.ww, meetings.www)
    )
    # Judged hand by hand, somebody was named in 27 % of innocent populations; by sitting in 3 %.
    usual, share = x / w, ww / w
    strays = (xx - 2 * usual * xw + usual**2 * ww - hand_variance * (w - share)).sum()
    room = (ww - 2 * www / w + share**2).sum()
    return float(strays / room) if strays > 0 < room else 0.0


def _prior_weight(excess: Floats, weights: Floats, hand_variance: float) -> float:
    """The weight of what is known of players before they are seen: by how much they differ (DerSimonian and Laird)."""
    excess, weights = excess[weights > 0], weights[weights > 0]
    if not (hand_variance and len(weights)):
        return np.inf
    spread = (excess**2 / weights).sum() / hand_variance - len(weights) + 1
    return float((weights.sum() - (weights**2).sum() / weights.sum()) / spread) if spread > 0 else np.inf


def add_reversed_distances(distances: Distances, player_count: int) -> Distances:
    """Add up what the two players of each pair do to each other."""
    pairs, pair_rows = np.unique(pair_numbers(distances, player_count), return_inverse=True)
    n = np.bincount(pair_rows, distances.n).astype(np.int64)
    figures = distances.x, distances.w, distances.done, distances.deviation, distances.variance, distances.third
    return Distances(
        pairs // player_count, pairs % player_count, n, *(sum_by_number(pair_rows, figure) for figure in figures)
    )


def tail_chances(z_scores: Floats, suspicious_side: str) -> Floats:
    """The chance of distances at least as large, in the direction that speaks for partners."""
    tail = late.stats.norm.sf({"less": -z_scores, "more": z_scores, "both": np.abs(z_scores)}[suspicious_side])
    return np.asarray(2 * tail if suspicious_side == "both" else tail)


def sum_by_pair(meetings: Encounters, player_count: int) -> Sums:
    """The meetings of each pair, in the order of their numbers."""
    pairs, pair_rows = np.unique(meetings.a.astype(np.int64) * player_count + meetings.b, return_inverse=True)
    n = np.bincount(pair_rows, meetings.n).astype(np.int64)
    figures = (
        meetings.x,
        meetings.w,
        meetings.done,
        meetings.squares,
        meetings.cubes,
        meetings.x**2,
        meetings.x * meetings.w,
        meetings.w**2,
        meetings.w**3,
    )
    return Sums(
        pairs // player_count, pairs % player_count, n, *(sum_by_number(pair_rows, figure) for figure in figures)
    )


def sum_by_number(numbers: Ids, figures: Floats, least_length: int = 0) -> Floats:
    """The sums of what belongs together, by number; at least so many."""
    return np.asarray(np.bincount(numbers, figures, least_length), np.float64)
