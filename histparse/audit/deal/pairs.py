"""Audit, deal: whether the first five cards hold two of a rank as often as they must."""

from __future__ import annotations

from scipy.stats import binomtest

from histparse.audit.chi_square import power
from histparse.audit.dealt import Dealt
from histparse.audit.evenly import UNIT
from histparse.audit.first_five import DEALS, classes, ways
from histparse.audit.measured import Measured, enough

LEAST = 100
MORE = 0.05


def measure(dealt: Dealt) -> Measured:
    """The exact binomial test of how many hands hold a pair or more of a rank."""
    enough(dealt.hands, LEAST, UNIT)
    names, place = classes()
    repeated = [name in {"pair", "two pair", "trips", "full house", "quads"} for name in names]
    share = sum(ways()[number] for number in range(1, len(place)) if repeated[place[number]]) / DEALS
    seen = sum(n for number, n in dealt.numbers.iter_rows() if repeated[place[number]])
    found = binomtest(seen, dealt.hands, share)
    low, high = found.proportion_ci(0.95, "exact")
    return Measured(
        sample=dealt.hands,
        unit=UNIT,
        counted="hands with two cards of a rank",
        expected=share * dealt.hands,
        observed=seen,
        p=float(found.pvalue),
        effect=seen / dealt.hands / share - 1,
        low=float(low / share - 1),
        high=float(high / share - 1),
        fault="pairs 5 % more frequent",
        power=power(1, (MORE * share) ** 2 / (share * (1 - share))),
    )
