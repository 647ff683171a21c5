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
    def of(self) -> Mapping[str, Any]:
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
    def told(self) -> Rate:
        """The rate that stands for all."""
        return self.equal[0]


def claims(looked_at: Sequence[Rate]) -> list[Claim[Rate]]:
    """What these rates prove, all being tested together; the clearest difference first."""
    proven = beyond_chance([one.pair for one in looked_at])
    equal: dict[tuple[int, ...], list[Rate]] = {}
    for one, sure in zip(looked_at, proven, strict=True):
        if sure:
            equal.setdefault(one.pair.counts, []).append(one)
    found = sorted(equal.values(), key=lambda rates: -rates[0].pair.h_at_least)
    slices = [[part for part in found if _is_slice(part, whole)] for whole in found]
    parts = [part for some in slices for part in some]
    return [
        Claim(tuple(whole), tuple(part[0] for part in some))
        for whole, some in zip(found, slices, strict=True)
        if whole not in parts
    ]


def _is_slice(part: Sequence[Tested], whole: Sequence[Tested]) -> bool:
    return any(
        one.statistic.within == other.statistic.name
        and other.of.items() <= one.of.items()
        and (one.pair.h > 0) == (other.pair.h > 0)
        for one in part
        for other in whole
    )
