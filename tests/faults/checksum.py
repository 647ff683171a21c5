"""What a database says, as one short word: two databases of the same hands have the same."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import duckdb

CLOCKS = {("files", "imported_at"), ("schema_version", "database")}
"""Columns that differ between two imports of the same hands."""
_TABLES = """
    SELECT table_name, list(column_name ORDER BY column_index)
    FROM duckdb_columns() WHERE NOT internal GROUP BY table_name ORDER BY table_name
"""


def checksum(database: Path) -> str:
    """Of all rows of all tables, in whatever order they lie, and the names of their columns."""
    digest = blake2b(digest_size=16)
    with duckdb.connect(database, read_only=True) as connection:
        for table, columns in connection.execute(_TABLES).fetchall():
            names = [f'"{column}"' for column in columns if (table, column) not in CLOCKS]
            rows = connection.execute(f'SELECT {", ".join(names)} FROM "{table}" ORDER BY ALL')  # noqa: S608 - names of the database itself
            digest.update(repr((table, names)).encode())
            while batch := rows.fetchmany(10_000):
                digest.update(repr(batch).encode(errors="surrogatepass"))
    return digest.hexdigest()
