"""Step 7, statistics: the differences between a player and the others that hands prove, each told once.

Rates with equal counts are one difference, and so are a rate and its slices: the opportunities of a slice are some of
those of the statistic that its own names (`within`), in the row with the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from histparse.stats.catalogue import Statistic
from histparse.stats.significance import RatePair, beyond_chance


class Tested(Protocol):
    """A rate of a player beside the others'."""

    @property
    def statistic(self) -> Statistic:
        """Whose rate it is."""

    @property
    def key(self) -> Mapping[str, Any]:
        """The columns that identify it."""

    @property
    def pair(self) -> RatePair:
        """The counts of the player and of the others."""


Rate = TypeVar("Rate", bound=Tested)


class Claim(Struct, Generic[Rate], frozen=True):
    """A difference that chance does not explain."""

    equal: tuple[Rate, ...]
    """Rates with these counts, the one to tell first."""
    slices: tuple[Rate, ...]
    """Parts of it that differ in the same direction, the clearest first."""

    @property
    def main_rate(self) -> Rate:
        """The rate that stands for all."""
        return self.equal[0]


def claims(tested: Sequence[Rate]) -> list[Claim[Rate]]:
    """What these rates prove, all being tested together; the clearest difference first."""
    proven = beyond_chance([rate.pair for rate in tested])
    by_counts: dict[tuple[int, ...], list[Rate]] = {}
    for rate, is_proven in zip(tested, proven, strict=True):
        if is_proven:
            by_counts.setdefault(rate.pair.counts, []).append(rate)
    differences = sorted(by_counts.values(), key=lambda equal: -equal[0].pair.h_at_least)
    slices = [[part for part in differences if _is_slice(part, whole)] for whole in differences]
    parts = [part for whole_slices in slices for part in whole_slices]
    return [
        Claim(tuple(whole), tuple(part[0] for part in whole_slices))
        for whole, whole_slices in zip(differences, slices, strict=True)
        if whole not in parts
    ]


def _is_slice(part: Sequence[Tested], whole: Sequence[Tested]) -> bool:
    return any(
        part_rate.statistic.within == whole_rate.statistic.name
        and whole_rate.key.items() <= part_rate.key.items()
        and (part_rate.pair.h > 0) == (whole_rate.pair.h > 0)
        for part_rate in part
        for whole_rate in whole
    )
