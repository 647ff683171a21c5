"""Step 7, statistics: runs the SQL files of a folder of analytics, which create views and macros for queries."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.system.resources import folder


def run_files(connection: DuckDBPyConnection, step: str) -> None:
    """Run the files of that folder of analytics, in order of name. Nothing is written to the database file."""
    for file in sorted((folder("analytics") / step).glob("*.sql")):
        connection.execute(file.read_text("utf-8"))
