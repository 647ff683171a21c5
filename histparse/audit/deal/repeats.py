"""Audit, deal: whether the same five cards are dealt again no more often than by chance."""

from __future__ import annotations

from scipy.stats import chi2, poisson

from histparse.audit.dealt import Dealt
from histparse.audit.evenly import UNIT
from histparse.audit.first_five import DEALS
from histparse.audit.measured import LEVEL, Measured, enough

SQL = """
    SELECT coalesce(sum(n * (n - 1) // 2), 0)::BIGINT AS pairs
    FROM (SELECT count(*) AS n FROM audited_deals GROUP BY dealt HAVING n > 1)
"""
LEAST = 100
FAULT = 0.005


def measure(dealt: Dealt) -> Measured:
    """Pairs of hands with the same five cards, wherever they are: any two are equal with the same chance."""
    hands = dealt.hands
    enough(hands, LEAST, UNIT)
    expected, seen = _expected(hands), int(dealt.rows(SQL)["pairs"].item())
    low, high = (chi2.ppf(tail, 2 * many) / 2 for tail, many in ((LEVEL / 2, seen), (1 - LEVEL / 2, seen + 1)))
    return Measured(
        sample=hands,
        unit=UNIT,
        counted="pairs of hands with the same five cards",
        expected=expected,
        observed=seen,
        p=float(poisson.sf(seen - 1, expected)),
        effect=seen / expected - 1,
        low=(low if seen else 0) / expected - 1,
        high=high / expected - 1,
        fault="1 of 200 hands an earlier one again",
        power=lambda sample, level: float(
            poisson.sf(poisson.isf(level, _expected(sample)), _expected(sample) + FAULT * sample)
        ),
    )


def _expected(hands: float) -> float:
    return hands * (hands - 1) / 2 / DEALS
