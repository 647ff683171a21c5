"""Step 6, store: creates the tables of analytics/schema in a database."""

from __future__ import annotations

import duckdb

from histparse.system.resources import folder


def make_tables(connection: duckdb.DuckDBPyConnection, *, comments: bool = True) -> None:
    """Create all tables of analytics/schema or none. The comments take most of the time."""
    connection.execute("BEGIN")
    for file in sorted((folder("analytics") / "schema").glob("*.sql")):
        for statement in connection.extract_statements(file.read_text("utf-8")):
            if comments or statement.type != duckdb.StatementType.ALTER:
                connection.execute(statement)
    connection.execute("COMMIT")
