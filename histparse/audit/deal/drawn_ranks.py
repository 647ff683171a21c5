"""Audit, deal: whether drawn cards have the ranks that are left, as far as players can know."""

from __future__ import annotations

import numpy as np

from histparse.audit.chi_square import Allowed, counts
from histparse.audit.dealt import Dealt, by_rank
from histparse.audit.measured import Measured, enough
from histparse.audit.names import RANK_NAMES
from histparse.model.cards import DECK, RANKS
from histparse.odds.best_draws import Floats

LEAST = 100
UNIT = "draws before a reshuffle"
BUNCHING = 0.04
"""Players who stay hold low cards, those who have folded held high ones: low cards may be rarer by this part."""
UNEVEN = 0.01
"""By this part each rank may be off besides: not all low cards are kept as often. Both: see docs/audit.md."""
RARER = 0.1


def measure(dealt: Dealt) -> Measured:
    """Each rank's number among the cards drawn, beside its share of the cards that the player had not seen."""
    draws = dealt.draws(reshuffled=False)
    enough(draws, LEAST, UNIT)
    ranks = len(RANKS)
    seen, expected, covariance = np.zeros(ranks), np.zeros(ranks), np.zeros((ranks, ranks))
    for some in dealt.drawn(reshuffled=False):
        left = len(DECK) // ranks - by_rank(some.seen)
        came = np.bitwise_count(some.received)
        deck = left.sum(0)
        share = left / deck
        weight = came * (deck - came) / (deck - 1)
        seen += by_rank(some.received).sum(1)
        expected += share @ came
        covariance += np.diag(share @ weight) - (share * weight) @ share.T
    rarer = expected * RARER * expected[0] / expected[1:].sum()
    rarer[0] = -RARER * expected[0]
    return counts(
        seen,
        expected,
        covariance,
        RANK_NAMES,
        sample=draws,
        unit=UNIT,
        fault="deuces 10 % rarer",
        shift=rarer,
        allowed=_bunched(expected),
    )


def _bunched(expected: Floats) -> Allowed:
    """What others hold may move each count by a little, and all deuces to eights together towards higher cards."""
    low = np.arange(len(RANKS)) <= RANKS.index("8")
    tilt = np.where(low, -expected, expected * expected[low].sum() / expected[~low].sum())
    least, most = np.full(len(RANKS) + 1, -UNEVEN), np.full(len(RANKS) + 1, UNEVEN)
    least[-1], most[-1] = 0, BUNCHING
    return Allowed(np.column_stack([np.diag(expected), tilt]), least, most)
