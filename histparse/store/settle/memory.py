"""Step 6d, settle: how much memory DuckDB may use during an import. It takes all of it before it writes to the disk."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.store.settle.changes import Changes

STORING = 40
"""MB for storing alone: full groups of rows are written to the file long before the commit. The texts that DuckDB takes
together come on top, for it cannot write any of these to the disk meanwhile."""
REMOVING, MOST, SCATTERED_PER_MB, REMOVED_PER_MB = 80, 400, 50, 5_000
"""MB once stored hands are removed, because another text takes their place or they are judged anew (60 were too few for
60 of 100,000); the most that becomes while each removed hand touches rows that none has touched, and the hands for one
MB of it; and the hands whose removal is remembered in one more, until the commit."""
COMPARING, COMPARED_PER_MB = 40, 10_000
"""MB more while neighbouring hands are compared, and the hands that take one more."""


def allow(connection: DuckDBPyConnection, changes: Changes, *, compared: int = 0) -> None:
    """Let DuckDB use what an import with these changes needs while it compares `compared` hands."""
    storing = _removing(changes.removed) if changes.removed else STORING
    comparing = COMPARING + compared // COMPARED_PER_MB if compared else 0
    connection.execute(f"SET memory_limit = '{storing + changes.text_room + comparing}MB'")


def _removing(removed: int) -> int:
    return min(REMOVING + removed // SCATTERED_PER_MB, MOST) + removed // REMOVED_PER_MB
