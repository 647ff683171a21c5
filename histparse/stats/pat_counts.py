"""Step 7, statistics: how often known hands without a pair stood pat, for the odds of players who draw like that."""

from __future__ import annotations

from collections.abc import Mapping

from histparse.model.ranking import describe
from histparse.odds.chances import UNPAIRED
from histparse.store import Database

QUERY = """
    SELECT 4 - draw, number_before, count_if(drawn = 0), count(*)
    FROM draws
    WHERE number_before <= $last
    GROUP BY ALL
"""


def pat_counts(database: Database) -> Mapping[tuple[int, str], tuple[int, int]]:
    """Count how often players stood pat, of how many hands, by draws to come (1-3) and highest rank.

    Hands that are known only from the showdown count as well: pat ones get there more often.
    """
    counts: dict[tuple[int, str], tuple[int, int]] = {}
    for draws_left, number, pat, hands in database.connection.execute(QUERY, {"last": UNPAIRED}).fetchall():
        group = draws_left, describe(number).ranks[0]
        sums = counts.get(group, (0, 0))
        counts[group] = sums[0] + pat, sums[1] + hands
    return counts
