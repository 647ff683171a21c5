"""Step 7, statistics: who is who - a player is a name at a site, or all names the user joined under an alias.

The views `named_seats`, `named_decisions`, `named_draws` and `named_showdowns` are the tables, with aliases applied to
`player`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from duckdb import DuckDBPyConnection

from histparse.stats.filter import VariableValue
from histparse.store import Database
from histparse.system.resources import queries, query

# --- definitions in SQL ----------------------------------------------------------------------------------------------

STEPS = ("macros", "identities", "filters", "views")
"""The folders with definitions."""
_CREATES = re.compile(r"^CREATE OR REPLACE TEMP (?:MACRO|VIEW) (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class Definitions:
    """Macros and views by name, for one connection. DuckDB binds a view when it is created, which takes a while."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._statements = dict(written())
        self._created: set[str] = set()

    def define(self, statements: Mapping[str, str]) -> None:
        """Add statements that create something, or replace them, by the name of what they create."""
        self._statements.update(statements)
        self._created.difference_update(statements)

    def create(self, sql: str) -> None:
        """Create everything that the query names, and what that needs. Nothing is written to the database file."""
        for name in _WORD.findall(sql):
            if name in self._statements and name not in self._created:
                self._created.add(name)
                self.create(self._statements[name])
                self._connection.execute(self._statements[name])

    def has_rows(self, sql: str) -> bool:
        """Whether the query has any."""
        self.create(sql)
        return bool(self._connection.execute(sql).fetchall())


@cache
def written() -> dict[str, str]:
    """The statement that creates each macro and view of analytics, by name."""
    statements = [statement for step in STEPS for text in _texts(step) for statement in text.split(";\n")]
    return {match[1]: text[match.start() :] for text in statements for match in _CREATES.finditer(text)}


def _texts(step: str) -> list[str]:
    return [file.read_text("utf-8") for file in queries(step)]


# --- identities ------------------------------------------------------------------------------------------------------

TABLES = ("seats", "decisions", "draws", "showdowns")
RENAMED = "CREATE OR REPLACE TEMP VIEW renamed AS FROM identities WHERE player <> name AND ({condition})"
CONCERNING = ("player", "rival", "but", "compared", "opponent", "sessions_of")
"""The variables that name players."""
REQUESTED = ", ".join(f"getvariable('{name}')" for name in CONCERNING)
CONCERNED = f"player IN ({REQUESTED}) OR name IN ({REQUESTED})"
"""Players asked for, and whoever shares a name with them: enough to tell the former from all others."""
ANYBODY, ANYBODY_CONCERNED = "SELECT 1 FROM identities WHERE player <> name LIMIT 1", "SELECT 1 FROM renamed LIMIT 1"
AS_IN_THE_TEXT = "CREATE OR REPLACE TEMP VIEW named_{table} AS FROM {table}"
NAMED_ANEW = """
    CREATE OR REPLACE TEMP VIEW named_{table} AS
    SELECT {table}.* REPLACE (coalesce(aliased.player, {table}.player) AS player)
    FROM {table} LEFT JOIN aliased USING (hand_key, seat)
"""


def identify(database: Database, *, values: Mapping[str, VariableValue] | None = None) -> Definitions:
    """The definitions of analytics and of the named views, which are created for the queries that name them.

    `values`: those of the variables, if players whom they do not name may keep the name of the text: a join of all rows
    costs more than most counts.
    """
    definitions = Definitions(database.connection)
    definitions.define(
        {
            "renamed": RENAMED.format(condition="true" if values is None else CONCERNED),
            "aliased": query("identities/aliased/1_aliased"),
        }
    )
    is_renamed = database.once(ANYBODY, lambda: definitions.has_rows(ANYBODY))
    if is_renamed and values is not None:
        concerned = (ANYBODY_CONCERNED, *map(values.get, CONCERNING))
        is_renamed = database.once(concerned, lambda: definitions.has_rows(ANYBODY_CONCERNED))
    view = NAMED_ANEW if is_renamed else AS_IN_THE_TEXT
    definitions.define({f"named_{table}": view.format(table=table) for table in TABLES})
    return definitions
