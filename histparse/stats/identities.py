"""Step 7, statistics: who is who - a player is a name at a site, or all names the user joined under an alias.

The views `named_seats`, `named_decisions`, `named_draws` and `named_showdowns` are the tables, with aliases applied to
`player`.
"""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.stats.scripts import Definitions, run_files

TABLES = ("seats", "decisions", "draws", "showdowns")
AS_IN_THE_TEXT = "CREATE OR REPLACE TEMP VIEW named_{table} AS FROM {table}"
NAMED_ANEW = """
    CREATE OR REPLACE TEMP VIEW named_{table} AS
    SELECT {table}.* REPLACE (coalesce(aliased.player, {table}.player) AS player)
    FROM {table} LEFT JOIN aliased USING (hand_key, seat)
"""


def identify(connection: DuckDBPyConnection) -> Definitions:
    """Create the view `identities` (site, name, player), for this connection only.

    Returns the definitions of analytics and of the named views, which are created for the queries that name them.
    """
    run_files(connection, "identities")
    view = AS_IN_THE_TEXT
    if connection.execute("SELECT 1 FROM identities WHERE player <> name LIMIT 1").fetchall():
        run_files(connection, "identities/aliased")
        view = NAMED_ANEW
    definitions = Definitions(connection)
    definitions.define({f"named_{table}": view.format(table=table) for table in TABLES})
    return definitions
