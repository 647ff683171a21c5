"""Audit: whether cards of the hand before come again in the next, of the same player at the same table."""

from __future__ import annotations

from scipy.stats import hypergeom

from histparse.audit.chi_square import counts
from histparse.audit.dealt import Dealt
from histparse.audit.measured import Measured, enough
from histparse.model.cards import CARDS_IN_HAND, DECK

SQL = """
    SELECT
        count(*) AS n,
        coalesce(sum(len(list_intersect(string_split(dealt, ' '), string_split(earlier, ' ')))), 0)::BIGINT AS again
    FROM (
        SELECT dealt, lag({column}) OVER (
            PARTITION BY site, table_name, player, seat ORDER BY played_at, length(hand_id), hand_id
        ) AS earlier
        FROM audited_deals
    )
    WHERE length(earlier) = 14
"""
"""Fourteen letters are five cards."""
LEAST = 100
UNIT = "pairs of neighbouring hands"
MORE = 0.1


def cards_again(dealt: Dealt, column: str) -> Measured:
    """How many of those cards of the hand before are among the next five: each pair of hands is independent."""
    pairs, again = dealt.rows(SQL.format(column=column)).row(0)
    enough(pairs, LEAST, UNIT)
    chance = hypergeom(len(DECK), CARDS_IN_HAND, CARDS_IN_HAND)
    mean = pairs * float(chance.mean())
    return counts(
        [again],
        [mean],
        [[pairs * float(chance.var())]],
        ["cards of the hand before"],
        sample=pairs,
        unit=UNIT,
        fault="cards of the hand before 10 % more frequent",
        shift=[MORE * mean],
    )
