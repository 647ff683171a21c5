"""Audit, deal: whether draws make a nine or better as often as the cards that are left allow."""

from __future__ import annotations

import numpy as np

from histparse.audit.chi_square import Allowed, counts
from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured, TooFewError

SQL = """
    SELECT draw, count(*) AS n, count_if(number <= 52) AS made, sum(p_nine::DECIMAL(18, 15))::DOUBLE AS expected,
        sum((p_nine * (1 - p_nine))::DECIMAL(18, 15))::DOUBLE AS variance
    FROM audited_draws
    WHERE NOT reshuffled AND p_nine IS NOT NULL AND number IS NOT NULL
    GROUP BY draw
    HAVING expected >= 10
    ORDER BY draw
"""
"""Sums of decimals do not depend on their order."""
UNIT = "draws before a reshuffle"
BUNCHING = 0.03
"""Others hold low cards: the true chance may be smaller by this part. See Draw luck in docs/statistics.md."""
MORE = 0.1


def measure(dealt: Dealt) -> Measured:
    """Each draw's hits beside the sum of their chances, which are exact but for what others hold."""
    rows = dealt.rows(SQL)
    if rows.is_empty():
        raise TooFewError("needs draws that should make ten nines or better")
    expected = rows["expected"].to_numpy()
    return counts(
        rows["made"].to_numpy(),
        expected,
        np.diag(rows["variance"].to_numpy()),
        [f"nines or better in draw {draw}" for draw in rows["draw"]],
        sample=int(rows["n"].sum()),
        unit=UNIT,
        fault="nines or better 10 % more frequent",
        shift=MORE * expected,
        allowed=Allowed(np.diag(expected), np.full(len(expected), -BUNCHING), np.zeros(len(expected))),
    )
