"""Step 6c, write: checks that a database has the tables of analytics/schema, without triggers, views or defaults."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import duckdb

from histparse.declared import written

# A view is not a table, and a column with a default, or a generated one, runs somebody else's code.
_COLUMNS = """
    SELECT table_name, column_name, data_type, is_nullable
    FROM duckdb_columns() JOIN duckdb_tables() USING (database_name, schema_name, table_name)
    WHERE schema_name = 'main' AND column_default IS NULL AND NOT is_generated
"""
_ACTING = """
    SELECT table_name FROM duckdb_constraints() WHERE constraint_type <> 'NOT NULL'
    UNION ALL
    SELECT table_name FROM duckdb_triggers()
"""


def strange(connection: duckdb.DuckDBPyConnection) -> str | None:
    """A table or type of ours that is missing or differs; None if there is none. Other tables do not matter."""
    return next(_strange(connection), None)


def _strange(connection: duckdb.DuckDBPyConnection) -> Iterator[str]:
    types, tables = written()
    there = {name: _type(connection, name) for name in types}
    meant = {name: _type(connection, definition) for name, definition in types.items()}
    yield from (name for name in types if there[name] != meant[name])
    found = defaultdict(set)
    for table, *column in connection.execute(_COLUMNS).fetchall():
        found[table].add(tuple(column))
    acting = {table for (table,) in connection.execute(_ACTING).fetchall()}
    for table, columns in tables.items():
        as_made = {(name, meant.get(kind, kind), optional) for name, kind, optional, *_ in columns}
        if found[table] != as_made or table in acting:
            yield table


def _type(connection: duckdb.DuckDBPyConnection, definition: str) -> str:
    """A type as DuckDB writes it; empty if it is missing."""
    try:
        return str(connection.sqltype(definition))
    except duckdb.CatalogException:
        return ""
