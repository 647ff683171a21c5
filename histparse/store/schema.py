"""Step 6, store: the tables, declared once, created in a database, and whether those of a file are these.

analytics/schema says each column's type, what it is, and whether it follows from others. Made from it: the tables of a
database, the types of polars, docs/tables.md. The macros and views that a user's own SQL needs are stored beside them;
the same files define them for one connection.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct, field

from histparse.system import late
from histparse.system.files import data_folder, query_files

if TYPE_CHECKING:  # a process that only makes rows need not load it
    from duckdb import DuckDBPyConnection

_TYPES = "types"
"""The name beside those of the tables under which the words of columns stand."""


class _Column(Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    """As SQL has it: `VARCHAR NOT NULL`."""
    meaning: str = field(name="is")
    derived: bool = False


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is declared."""

    meaning: str = field(name="is")
    columns: dict[str, _Column]
    recorded: dict[str, _Column] = {}
    """What is recorded for others, and not stored."""


class Column(NamedTuple):
    """A column as declared there."""

    name: str
    kind: str
    """A type of DuckDB, or the name of one of ours."""
    optional: bool
    """Whether the column may be null."""
    derived: bool = False
    """Whether it follows from others."""
    stored: bool = True


class Schema(NamedTuple):
    """Everything declared in analytics/schema."""

    types: dict[str, str]
    """What our own type names stand for: `ENUM ('fold', ...)`."""
    tables: dict[str, list[Column]]


@cache
def stored_schema() -> Schema:
    """The types and the tables, by name."""
    tables = {name: [*_parse_columns(table.columns)] for name, table in _declared_tables().items()}
    types = msgspec.convert(_declarations()[_TYPES], dict[str, list[str]])
    return Schema({name: f"ENUM ({', '.join(map(text_in_sql, words))})" for name, words in types.items()}, tables)


@cache
def columns_recorded(table: str) -> tuple[Column, ...]:
    """Return the columns that are recorded of a row of that table; all others follow from them."""
    declared = _declared_tables()[table]
    aside = (column._replace(stored=False) for column in _parse_columns(declared.recorded))
    return (*aside, *(column for column in _parse_columns(declared.columns) if not column.derived))


def creation_statements() -> list[str]:
    """The statements that make types and tables."""
    types = [f"CREATE TYPE {name} AS {words};" for name, words in stored_schema().types.items()]
    return types + [f"CREATE TABLE {name} ({_columns_in_sql(table)});" for name, table in _declared_tables().items()]


def comment_statements() -> list[str]:
    """The statements that say what tables and columns are."""
    return [
        f"COMMENT ON {'COLUMN' if '.' in name else 'TABLE'} {name} IS {text_in_sql(text)};"
        for name, text in meanings_by_name().items()
    ]


@cache
def meanings_by_name() -> dict[str, str]:
    """Return the meaning of each table, and of each column: `hands.site`."""
    meanings: dict[str, str] = {}
    for name, table in _declared_tables().items():
        meanings[name] = table.meaning
        meanings |= {f"{name}.{column}": declared.meaning for column, declared in table.columns.items()}
    return meanings


def _parse_columns(declared: Mapping[str, _Column]) -> list[Column]:
    return [
        Column(name, column.type.split(" ")[0], not column.type.endswith(" NOT NULL"), derived=column.derived)
        for name, column in declared.items()
    ]


def _columns_in_sql(table: Table) -> str:
    return ", ".join(f"{name} {column.type}" for name, column in table.columns.items())


def text_in_sql(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


@cache
def _declared_tables() -> dict[str, Table]:
    return {name: msgspec.convert(declared, Table) for name, declared in _declarations().items() if name != _TYPES}


@cache
def _declarations() -> dict[str, object]:
    """The declarations of all files, in their order."""
    files = sorted((data_folder("analytics") / "schema").glob("*.toml"))
    return {name: what for file in files for name, what in msgspec.toml.decode(file.read_bytes()).items()}


# --- in a database ---------------------------------------------------------------------------------------------------

VERSION = 1 + max(int(file.stem) for file in query_files("migrations"))
"""The version of the tables. A change of them comes with a migration from the version before, which has its number."""
VIEWS = frozenset({"identities", "player_hands"})
"""The views stored in every database."""
_FOR_USERS = ("macros", "identities", "stored")
"""The folders of analytics with what is stored for users."""
_COMMENTED = "SELECT column_name FROM duckdb_columns() WHERE table_name = 'player_hands' AND comment IS NOT NULL"


def create_tables(connection: DuckDBPyConnection) -> None:
    """Create the tables, all or none."""
    connection.execute("BEGIN")
    connection.execute("\n".join(creation_statements()))
    run_comment_statements(connection, comment_statements())
    connection.execute("INSERT INTO schema_version VALUES ('histparse', ?, uuid()::VARCHAR)", [VERSION])
    store_macros_and_views(connection)
    connection.execute("COMMIT")


def store_macros_and_views(connection: DuckDBPyConnection) -> None:
    """Store the macros and views in the database, which must come first in the connection's search path."""
    for text in _read_macro_and_view_sql():
        connection.execute(text.replace("CREATE OR REPLACE TEMP ", "CREATE OR REPLACE "))
    run_comment_statements(connection, _view_column_comment_statements(connection))


def run_comment_statements(connection: DuckDBPyConnection, statements: Iterable[str]) -> None:
    """Say what tables and columns are, a statement for each: most of the time that a new database takes."""
    connection.execute("\n".join(statements))


def define_temporary_macros_and_views(connection: DuckDBPyConnection) -> None:
    """Define the same for this connection only: the file may have those of another program, or none."""
    for text in _read_macro_and_view_sql():
        connection.execute(text)


def _view_column_comment_statements(connection: DuckDBPyConnection) -> Iterator[str]:
    """The statements that give the columns of a view the comments that they have in their tables."""
    of_hands = {
        name: comment for table in ("hands", "seats") for name, comment in _column_comments_in_sql(table).items()
    }
    view_columns = [name for name, *_ in connection.execute("DESCRIBE player_hands").fetchall()]
    commented = {name for (name,) in connection.execute(_COMMENTED).fetchall()}
    yield from (
        f"COMMENT ON COLUMN player_hands.{name} IS {of_hands[name]};" for name in view_columns if name not in commented
    )


def _column_comments_in_sql(table: str) -> dict[str, str]:
    """The comments of its columns, as SQL writes them."""
    named = (name.partition(".") for name in meanings_by_name())
    return {
        column: text_in_sql(meanings_by_name()[f"{owner}.{column}"])
        for owner, _, column in named
        if owner == table and column
    }


def _read_macro_and_view_sql() -> list[str]:
    return [file.read_text("utf-8") for name in _FOR_USERS for file in query_files(name)]


# --- the schema of a file ---------------------------------------------------------------------------------------------

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


def unbroken_migration_files(from_version: int, to_version: int) -> list[Path]:
    """The files that lead from that schema to the current one; none if there is no way.

    `6.sql` leads from schema 6 to 7.
    """
    files = (data_folder("analytics") / "migrations" / f"{number}.sql" for number in range(from_version, to_version))
    way = [*takewhile(Path.exists, files)]
    return way if len(way) == to_version - from_version else []


def schema_version(connection: DuckDBPyConnection) -> int | None:
    """The schema version the file states; None if it is another program's."""
    try:
        rows = connection.execute("SELECT product, version FROM schema_version").fetchall()
    except late.duckdb.ProgrammingError:
        return None
    ours = [version for product, version in rows if product == "histparse" and isinstance(version, int)]
    return ours[0] if len(ours) == len(rows) == 1 else None


def first_wrong_table_or_type(connection: DuckDBPyConnection) -> str | None:
    """A table or type of ours that is missing or differs; None if there is none. Other tables do not matter."""
    return next(_find_wrong_tables_and_types(connection), None)


def _find_wrong_tables_and_types(connection: DuckDBPyConnection) -> Iterator[str]:
    types, tables = stored_schema()
    stored_types = {name: _canonical_type_or_empty(connection, name) for name in types}
    declared_types = {name: _canonical_type_or_empty(connection, definition) for name, definition in types.items()}
    yield from (name for name in types if stored_types[name] != declared_types[name])
    stored_columns = defaultdict(set)
    for table, *column in connection.execute(_COLUMNS).fetchall():
        stored_columns[table].add(tuple(column))
    acting = {table for (table,) in connection.execute(_ACTING).fetchall()}
    for table, columns in tables.items():
        as_made = {(name, declared_types.get(kind, kind), optional) for name, kind, optional, *_ in columns}
        if stored_columns[table] != as_made or table in acting:
            yield table


def _canonical_type_or_empty(connection: DuckDBPyConnection, definition: str) -> str:
    """A type as DuckDB writes it; empty if it is missing."""
    try:
        return str(connection.sqltype(definition))
    except late.duckdb.CatalogException:
        return ""
