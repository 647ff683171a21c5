"""Audit, deal: whether no card comes that cannot - one held, or before a reshuffle an own discard."""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest

from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured, enough

LEAST = 1
UNIT = "draws"
FAULT = 0.001


def measure(dealt: Dealt) -> Measured:
    """The draws that brought a card which was not in the deck: one is enough to prove that something is wrong."""
    draws = sum(dealt.draws(reshuffled=reshuffled) for reshuffled in (False, True))
    enough(draws, LEAST, UNIT)
    before = sum(np.count_nonzero(some.received & some.seen) for some in dealt.drawn(reshuffled=False))
    after = sum(np.count_nonzero(some.received & some.held) for some in dealt.drawn(reshuffled=True))
    seen = int(before + after)
    low, high = binomtest(seen, draws).proportion_ci(0.95, "exact")
    return Measured(
        sample=draws,
        unit=UNIT,
        counted="draws of a card that could not come",
        expected=0.0,
        observed=seen,
        p=float(not seen),
        effect=seen / draws,
        low=float(low),
        high=float(high),
        fault="an own discard back in 1 of 1,000 draws",
        power=lambda sample, _level: float(-np.expm1(sample * np.log1p(-FAULT))),
    )
