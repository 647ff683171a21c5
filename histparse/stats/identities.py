"""Step 7, statistics: who is who - a player is a name at a site, or all names the user joined under an alias.

The views `named_seats`, `named_decisions`, `named_draws` and `named_showdowns` are the tables, with aliases applied to
`player`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from duckdb import DuckDBPyConnection

from histparse.stats.scripts import Definitions, run_files, written
from histparse.system.resources import query

TABLES = ("seats", "decisions", "draws", "showdowns")
RENAMED = "CREATE OR REPLACE TEMP VIEW renamed AS FROM identities WHERE player <> name AND ({whom})"
ASKED = ", ".join(f"getvariable('{name}')" for name in ("player", "rival", "but", "beside", "opponent", "sessions_of"))
CONCERNED = f"player IN ({ASKED}) OR name IN ({ASKED})"
"""Players asked for, and whoever shares a name with them: enough to tell the former from all others."""
AS_IN_THE_TEXT = "CREATE OR REPLACE TEMP VIEW named_{table} AS FROM {table}"
NAMED_ANEW = """
    CREATE OR REPLACE TEMP VIEW named_{table} AS
    SELECT {table}.* REPLACE (coalesce(aliased.player, {table}.player) AS player)
    FROM {table} LEFT JOIN aliased USING (hand_key, seat)
"""
_BESIDE = re.compile(r"--.*|\bis_asked\([\w.]+\)")
"""Comments, and comparisons with those asked for."""
_NAMED = re.compile(r"\bplayer\b")
_WORD = re.compile(r"\w+")


def identify(connection: DuckDBPyConnection, *, everybody: bool = True) -> Definitions:
    """Create the view `identities` (site, name, player), for this connection only.

    Returns the definitions of analytics and of the named views, which are created for the queries that name them.
    Unless `everybody`, those not asked for keep the name of the text: a join of all rows costs more than most counts.
    """
    run_files(connection, "identities")
    connection.execute(RENAMED.format(whom="true" if everybody else CONCERNED))
    is_as_in_the_text = not connection.execute("SELECT 1 FROM renamed LIMIT 1").fetchall()
    view = AS_IN_THE_TEXT if is_as_in_the_text else NAMED_ANEW
    definitions = Definitions(connection)
    definitions.define({"aliased": query("identities/aliased/1_aliased")})
    definitions.define({f"named_{table}": view.format(table=table) for table in TABLES})
    return definitions


def tell_apart(queries: Iterable[str]) -> bool:
    """Whether one of these queries, or a view that it names, groups or shows players, and so needs the names of all."""
    left, seen = [*queries], set[str]()
    while left:
        sql = _BESIDE.sub("", left.pop())
        if _NAMED.search(sql):
            return True
        views = {name for name in _WORD.findall(sql) if name in written()} - seen
        seen |= views
        left += [written()[name] for name in views]
    return False
