"""Step 6c, write: checks that a database has the tables of analytics/schema, without triggers, views or defaults."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import duckdb

from histparse.system.resources import folder

Column = tuple[str, str, bool]
"""Name, type, and whether it may be null."""

_TYPE = re.compile(r"^CREATE TYPE (\w+) AS (.+);$", re.MULTILINE)
_TABLE = re.compile(r"^CREATE TABLE (\w+) \((.+?)\);$", re.MULTILINE | re.DOTALL)
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
    types, tables = _ours()
    there = {name: _type(connection, name) for name in types}
    meant = {name: _type(connection, written) for name, written in types.items()}
    yield from (name for name in types if there[name] != meant[name])
    found = defaultdict(set)
    for table, *column in connection.execute(_COLUMNS).fetchall():
        found[table].add(tuple(column))
    acting = {table for (table,) in connection.execute(_ACTING).fetchall()}
    for table, columns in tables.items():
        as_made = {(name, meant.get(kind, kind), optional) for name, kind, optional in columns}
        if found[table] != as_made or table in acting:
            yield table


def _type(connection: duckdb.DuckDBPyConnection, written: str) -> str:
    """A type as DuckDB writes it; empty if it is missing."""
    try:
        return str(connection.sqltype(written))
    except duckdb.CatalogException:
        return ""


@cache
def _ours() -> tuple[dict[str, str], dict[str, list[Column]]]:
    """The types and the tables of analytics/schema, by name."""
    text = "\n".join(file.read_text("utf-8") for file in (folder("analytics") / "schema").glob("*.sql"))
    return dict(_TYPE.findall(text)), {
        name: [*map(_column, inside.split(","))] for name, inside in _TABLE.findall(text)
    }


def _column(written: str) -> Column:
    name, kind, *rest = written.split()
    return name, kind, rest[-2:] != ["NOT", "NULL"]
