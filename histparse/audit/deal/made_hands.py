"""Audit, deal: whether the first five cards make each class of hand as often as the exact table says."""

from __future__ import annotations

import numpy as np

from histparse.audit.chi_square import counts
from histparse.audit.dealt import Dealt
from histparse.audit.evenly import UNIT
from histparse.audit.first_five import DEALS, classes, ways
from histparse.audit.measured import Measured, enough

LEAST = 100
FEWEST = 5
"""Neighbouring classes are put together until so many of each are expected."""
BETTER = 0.2
LOWS = 2
"""Seven and eight lows: what a player wants to be dealt."""


def measure(dealt: Dealt) -> Measured:
    """The classes from seven low to straight flush; rare ones are put together with their neighbours."""
    enough(dealt.hands, LEAST, UNIT)
    names, place = classes()
    exact = np.bincount(place, ways(), len(names)) / DEALS
    seen = np.bincount(place[dealt.numbers["number"].to_numpy()], dealt.numbers["n"].to_numpy(), len(names))
    better = exact * -BETTER * exact[:LOWS].sum() / (1 - exact[:LOWS].sum())
    better[:LOWS] = BETTER * exact[:LOWS]
    first, last = _together(exact * dealt.hands)
    share = np.add.reduceat(exact, first)
    return counts(
        np.add.reduceat(seen, first),
        dealt.hands * share,
        dealt.hands * (np.diag(share) - np.outer(share, share)),
        [names[a] if a == b else f"{names[a]} to {names[b]}" for a, b in zip(first, last, strict=True)],
        sample=dealt.hands,
        unit=UNIT,
        fault="seven and eight lows 20 % more frequent",
        shift=dealt.hands * np.add.reduceat(better, first),
    )


def _together(expected: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[list[int], list[int]]:
    """The first and the last of the classes that are put together, by how many of each are expected."""
    first, there = [0], 0.0
    for place, one in enumerate(expected.tolist()):
        if there >= FEWEST:
            first.append(place)
            there = 0.0
        there += one
    if there < FEWEST:
        first.pop()
    return first, [*(place - 1 for place in first[1:]), len(expected) - 1]
