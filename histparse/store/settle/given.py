"""Step 6c, settle: polars rows as a DuckDB relation, read in place."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation

from histparse.system.streams import Stream


def given(connection: DuckDBPyConnection, rows: pl.DataFrame) -> DuckDBPyRelation:
    """The rows as a relation; DuckDB makes up its name, which no table of the file has."""
    return connection.from_arrow(Stream(rows))
