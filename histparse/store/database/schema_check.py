"""Step 6c, database: which schema a file has - its version, the steps up from it, and whether its tables are ours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import duckdb

from histparse.declared import written
from histparse.system.resources import folder

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


def strange(connection: duckdb.DuckDBPyConnection) -> str | None:
    """A table or type of ours that is missing or differs; None if there is none. Other tables do not matter."""
    return next(_strange(connection), None)


def _strange(connection: duckdb.DuckDBPyConnection) -> Iterator[str]:
    types, tables = written()
    stored_types = {name: _type(connection, name) for name in types}
    declared_types = {name: _type(connection, definition) for name, definition in types.items()}
    yield from (name for name in types if stored_types[name] != declared_types[name])
    stored_columns = defaultdict(set)
    for table, *column in connection.execute(_COLUMNS).fetchall():
        stored_columns[table].add(tuple(column))
    acting = {table for (table,) in connection.execute(_ACTING).fetchall()}
    for table, columns in tables.items():
        as_made = {(name, declared_types.get(kind, kind), optional) for name, kind, optional, *_ in columns}
        if stored_columns[table] != as_made or table in acting:
            yield table


def _type(connection: duckdb.DuckDBPyConnection, definition: str) -> str:
    """A type as DuckDB writes it; empty if it is missing."""
    try:
        return str(connection.sqltype(definition))
    except duckdb.CatalogException:
        return ""
