"""Step 6c, write: the steps that bring an older database up to date, each a file of analytics/migrations."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import duckdb

from histparse.system.resources import folder


def steps(version: int, current: int) -> list[Path]:
    """The files that lead from that schema to the current one; none if there is no way.

    `6.sql` leads from schema 6 to 7.
    """
    files = (folder("analytics") / "migrations" / f"{number}.sql" for number in range(version, current))
    way = [*takewhile(Path.exists, files)]
    return way if len(way) == current - version else []


def schema_version(connection: duckdb.DuckDBPyConnection) -> int | None:
    """The schema version the file states; None if it is another program's."""
    try:
        rows = connection.execute("SELECT product, version FROM schema_version").fetchall()
    except duckdb.ProgrammingError:
        return None
    ours = [version for product, version in rows if product == "histparse" and isinstance(version, int)]
    return ours[0] if len(ours) == len(rows) == 1 else None
