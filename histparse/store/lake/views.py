"""Step 6e, lake: Parquet files as tables of a DuckDB connection, with the columns and types of analytics/schema."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import duckdb

from histparse.declared import written
from histparse.store.database.connection import TUNED
from histparse.store.lake.place import Place
from histparse.store.lake.records import WHOLE, Cell, Snapshot
from histparse.store.observe.row_buffer import HANDS

_FIXED: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
_LOCK = (
    "SET enable_external_access = false",
    f"SET allowed_configs = {[*TUNED, 'search_path']}",
    "SET lock_configuration = true",
)
_VIEW = "CREATE OR REPLACE VIEW {table} AS SELECT {columns} FROM {rows}"
STEM = "regexp_extract(replace(filename, chr(92), '/'), '(site=[^/]*/month=[^/]*/[^/]*)\\.parquet$', 1) AS stem"
"""The stem of the cell a row comes from, for a query of files with their names."""


def connected(place: Place, shown: Collection[str]) -> duckdb.DuckDBPyConnection:
    """A connection, in memory, that can read the files of the lake and nothing else.

    It has all tables, empty, but for those that are going to be `shown`.
    """
    connection = duckdb.connect(":memory:", config=_FIXED)
    place.allow(connection)
    for statement in _LOCK:
        connection.execute(statement)
    types, tables = written()
    for name, definition in types.items():
        connection.execute(f"CREATE TYPE {name} AS {definition}")
    for name, columns in tables.items():  # without comments, which take most of the time
        if name in shown:
            continue
        connection.execute(f"CREATE TABLE {name} ({', '.join(f'{one.name} {one.kind}' for one in columns)})")
    return connection


def show_hands(connection: duckdb.DuckDBPyConnection, place: Place, cells: Iterable[Cell]) -> None:
    """Let the tables of HANDS be these files."""
    cells = list(cells)
    for table in HANDS:
        show(connection, table, files(place, [cell.file(table) for cell in cells]))


def show_all(connection: duckdb.DuckDBPyConnection, place: Place, snapshot: Snapshot) -> None:
    """Let all tables be those of the snapshot."""
    show_hands(connection, place, snapshot.cells)
    show_notes(connection, place, snapshot)


def show_notes(connection: duckdb.DuckDBPyConnection, place: Place, snapshot: Snapshot) -> None:
    """Let all tables but those of HANDS be those of the snapshot."""
    for table in WHOLE:
        show(connection, table, files(place, [snapshot.whole(table)]))


def show(connection: duckdb.DuckDBPyConnection, table: str, rows: str | None) -> None:
    """Let a table be these rows, a relation in SQL; None: it is empty."""
    ours = written().tables[table]
    if rows is None:
        columns, rows = ", ".join(f"NULL::{one.kind} AS {one.name}" for one in ours), "(SELECT 1) WHERE false"
    else:
        columns = ", ".join(f"{one.name}::{one.kind} AS {one.name}" for one in ours)
    connection.execute(_VIEW.format(table=table, columns=columns, rows=rows))


def files(place: Place, names: Sequence[str], *, named: bool = False, places: bool = False) -> str | None:
    """The rows of these files as a relation in SQL; None if there is none.

    `named`: with the column `filename`; `places`: with the columns `site` and `month` of their folders.
    """
    if not names:
        return None
    paths = ", ".join("'" + place.full(name).replace("'", "''") + "'" for name in names)
    also = ", hive_types = {'site': VARCHAR, 'month': VARCHAR}" if places else ""
    return f"read_parquet([{paths}], filename = {named}, hive_partitioning = {places}{also})"
