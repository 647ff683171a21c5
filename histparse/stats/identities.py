"""Step 7, statistics: who is who - a player is a name at a site, or all names the user joined under an alias.

Creates the views `named_seats`, `named_decisions` and `named_draws`: the tables, with aliases applied to `player`.
"""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.stats.scripts import run_files

TABLES = ("seats", "decisions", "draws")
AS_IN_THE_TEXT = "CREATE OR REPLACE TEMP VIEW named_{table} AS FROM {table}"
NAMED_ANEW = """
    CREATE OR REPLACE TEMP VIEW named_{table} AS
    SELECT {table}.* REPLACE (coalesce(aliased.player, {table}.player) AS player)
    FROM {table} LEFT JOIN aliased USING (hand_key, seat)
"""


def identify(connection: DuckDBPyConnection) -> None:
    """Create the view `identities` (site, name, player) and the named views, for this connection only."""
    run_files(connection, "identities")
    view = AS_IN_THE_TEXT
    if connection.execute("SELECT 1 FROM identities WHERE player <> name LIMIT 1").fetchall():
        run_files(connection, "identities/aliased")
        view = NAMED_ANEW
    for table in TABLES:
        connection.execute(view.format(table=table))
