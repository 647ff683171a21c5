"""Step 8, report: after an import, what a report and the first page need is counted before somebody waits for it.

`python -m histparse.report.renewal DATABASE` counts the figures of the hero that take seconds, which are then read from
the cache: the prices of all decisions, the luck of hands, and the rates of both sides. It holds the database for one of
them at a time.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from histparse.model.errors import HistparseError
from histparse.report.differences import compare_tested_rates
from histparse.report.priced_leaks import leak_frame_if_enough_draws
from histparse.report.results import results_without_luck
from histparse.stats import Filters
from histparse.stats.players import find_player
from histparse.store import Database
from histparse.system.processes import claiming_background_work

FEWEST = 1_000
"""The fewest hands for which it is worth it: of fewer a page counts everything in a moment."""
MEMORY = "400MB"
"""What the database may take, for this goes on beside what people do."""
FIGURES = (
    lambda *question: [*leak_frame_if_enough_draws(*question)],
    results_without_luck,
    lambda *question: [*compare_tested_rates(*question)],
)


def renew_cache_if_many_hands(database_path: str) -> None:
    """Count what is not in the cache for the database as it is."""
    with Database(database_path, read_only=True) as database:
        [(hands,)] = database.connection.execute("SELECT count(*) FROM hands").fetchall()
    if hands < FEWEST:
        return
    for count in FIGURES:
        with suppress(HistparseError), Database(database_path, read_only=True) as database:
            database.limit_memory(MEMORY)
            count(database, find_player(database, None), Filters())


if __name__ == "__main__":
    with claiming_background_work(sys.argv[1]) as may_work:
        if may_work:
            renew_cache_if_many_hands(sys.argv[1])
