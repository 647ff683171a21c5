"""Step 6e, lake: the table `files` - what was read, and how much of it is stored."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.lake.manifests import Committed
from histparse.store.observe.columns import columns

_COUNT = "SELECT path, count(*) FROM {table} GROUP BY path"
_STORED = "(SELECT path FROM hands UNION ALL SELECT path FROM tournaments)"
_COUNTED = {"stored": _STORED, "skipped": "skipped", "set_aside": "set_aside"}
"""Columns of `files`, and the relation whose rows of the file they count."""


def files_rows(connection: DuckDBPyConnection, there: Committed) -> pl.DataFrame:
    """A row for each path; if its file was read in several ways, for the last of them."""
    counted = {
        column: dict(connection.execute(_COUNT.format(table=table)).fetchall()) for column, table in _COUNTED.items()
    }
    rows = {
        path: {
            "path": path,
            "imported_at": reading.imported_at,
            "hands": hands,
            **{column: of.get(path, 0) for column, of in counted.items()},
            "program": reading.program,
            "site": reading.site,
            "bytes": reading.bytes,
            "digest": reading.digest,
            "bookmark": None,
            "bookmark_hands": None,
        }
        for reading in sorted(there.readings.values(), key=lambda one: (one.imported_at, one.name))
        for path, hands in reading.hands.items()
    }
    return pl.DataFrame([*rows.values()], columns()["files"], orient="row")
