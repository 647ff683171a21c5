"""Step 6c, write: polars rows as a DuckDB relation, read in place."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation


class _Stream:
    """Rows that offer nothing but an Arrow stream: from a polars frame DuckDB would make a pyarrow table first.

    Loading pyarrow takes longer than importing a session.
    """

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)


def given(connection: DuckDBPyConnection, rows: pl.DataFrame) -> DuckDBPyRelation:
    """The rows as a relation; DuckDB makes up its name, which no table of the file has."""
    return connection.from_arrow(_Stream(rows))
