"""Step 6c, write: how much memory DuckDB may use during an import. It takes all of it before it writes to the disk."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

DURING = 96
"""MB during an import that removes nothing: full groups of rows are written to the file long before the commit."""
COMPARING = 192
"""MB while neighbouring hands are compared: what is not yet a full group of rows of its table stays in memory."""
REMOVING = 400
"""MB once stored hands are removed, because another text takes their place or they are judged anew."""
REMOVED_PER_MB = 2_000
"""Hands whose removal is remembered in one MB until the commit."""


def allow(connection: DuckDBPyConnection, megabytes: int) -> None:
    """Let DuckDB use that much from now on."""
    connection.execute(f"SET memory_limit = '{megabytes}MB'")


def needed(removed: int, *, comparing: bool = False) -> int:
    """What an import needs that has removed so many hands, in MB."""
    if removed:
        return REMOVING + removed // REMOVED_PER_MB
    return COMPARING if comparing else DURING
