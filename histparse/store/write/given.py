"""Step 6c, write: rows of polars as a relation of DuckDB, which reads them where they lie."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation


class _Stream:
    """Rows that only say how they are read: of a frame of polars DuckDB would have pyarrow make a table first.

    To load that takes longer than to import a session.
    """

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)


def given(connection: DuckDBPyConnection, rows: pl.DataFrame) -> DuckDBPyRelation:
    """The rows under a name that DuckDB makes up: no table of the file has it."""
    return connection.from_arrow(_Stream(rows))
