"""Step 6, store: the tables of analytics/schema, created in a database.

The macros and views that a user's own SQL needs are stored beside them; the same files define them for one connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from histparse.declared import comment_statements, comments, statements, text_in_sql
from histparse.system.resources import queries

if TYPE_CHECKING:  # a process that only makes rows need not load it
    from duckdb import DuckDBPyConnection

VERSION = 1 + max(int(file.stem) for file in queries("migrations"))
"""The version of the tables. A change of them comes with a migration from the version before, which has its number."""
VIEWS = frozenset({"identities", "player_hands"})
"""The views stored in every database."""
_FOR_USERS = ("macros", "identities", "stored")
"""The folders of analytics with what is stored for users."""
_COMMENTED = "SELECT column_name FROM duckdb_columns() WHERE table_name = 'player_hands' AND comment IS NOT NULL"


def make_tables(connection: DuckDBPyConnection) -> None:
    """Create the tables, all or none."""
    connection.execute("BEGIN")
    connection.execute("\n".join(statements()))
    comment(connection, comment_statements())
    connection.execute("INSERT INTO schema_version VALUES ('histparse', ?, uuid()::VARCHAR)", [VERSION])
    store_definitions(connection)
    connection.execute("COMMIT")


def store_definitions(connection: DuckDBPyConnection) -> None:
    """Store the macros and views in the database, which must come first in the connection's search path."""
    for text in _definitions():
        connection.execute(text.replace("CREATE OR REPLACE TEMP ", "CREATE OR REPLACE "))
    comment(connection, _comments_of_tables(connection))


def comment(connection: DuckDBPyConnection, statements: Iterable[str]) -> None:
    """Say what tables and columns are, a statement for each: most of the time that a new database takes."""
    connection.execute("\n".join(statements))


def define(connection: DuckDBPyConnection) -> None:
    """Define the same for this connection only: the file may have those of another program, or none."""
    for text in _definitions():
        connection.execute(text)


def _comments_of_tables(connection: DuckDBPyConnection) -> Iterator[str]:
    """The statements that give the columns of a view the comments that they have in their tables."""
    of_hands = {name: comment for table in ("hands", "seats") for name, comment in _of_columns(table).items()}
    view_columns = [name for name, *_ in connection.execute("DESCRIBE player_hands").fetchall()]
    commented = {name for (name,) in connection.execute(_COMMENTED).fetchall()}
    yield from (
        f"COMMENT ON COLUMN player_hands.{name} IS {of_hands[name]};" for name in view_columns if name not in commented
    )


def _of_columns(table: str) -> dict[str, str]:
    """The comments of its columns, as SQL writes them."""
    named = (name.partition(".") for name in comments())
    return {
        column: text_in_sql(comments()[f"{owner}.{column}"]) for owner, _, column in named if owner == table and column
    }


def _definitions() -> list[str]:
    return [file.read_text("utf-8") for name in _FOR_USERS for file in queries(name)]
