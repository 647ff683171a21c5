"""Step 6d, lake: findings, hands set aside and hands of other games, of all parts together."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.lake.manifests import Committed
from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES
from histparse.store.lake.rivals import Fallen
from histparse.store.lake.views import files
from histparse.store.write.forget import BROUGHT
from histparse.store.write.given import given
from histparse.store.write.insert import append

_NAMED = "SELECT *, parse_filename(filename, true) AS part FROM {rows}"
# A finding goes with its hand: one left out takes it along, one set aside leaves it behind as that of no hand.
_GATHER = {
    "findings": """
        INSERT INTO findings BY NAME
        SELECT notes.* EXCLUDE (part, filename)
            REPLACE (CASE WHEN clashed IS NULL THEN hand_key END AS hand_key)
        FROM ({notes}) AS notes LEFT JOIN ({out}) AS gone USING (part, hand_key)
        WHERE coalesce(clashed, true) AND (part, path) NOT IN ({dead})
    """,
    "set_aside": """
        INSERT INTO set_aside BY NAME
        SELECT * EXCLUDE (part, filename) FROM ({notes}) WHERE (part, path) NOT IN ({dead})
    """,
    "skipped": """
        INSERT INTO skipped BY NAME
        SELECT DISTINCT * EXCLUDE (part, filename) FROM ({notes}) WHERE (part, path) NOT IN ({dead})
    """,
}
# Set aside no longer: hands that arrived complete, and copies at another place than the first.
_NEEDLESS = f"""
    CREATE OR REPLACE TEMP TABLE needless AS
    WITH stored AS (
        SELECT aside.rowid AS row FROM set_aside AS aside SEMI JOIN hands USING (digest)
        UNION
        SELECT aside.rowid FROM set_aside AS aside SEMI JOIN hands USING (site, hand_id) WHERE code <> '{SYN07.code}'
    ),
    again AS (
        SELECT aside.rowid AS row FROM set_aside AS aside ANTI JOIN stored ON aside.rowid = stored.row
        QUALIFY row_number() OVER (PARTITION BY digest ORDER BY path, line, rowid) > 1
    )
    SELECT rowid AS row, set_aside.* FROM set_aside WHERE rowid IN (FROM stored UNION FROM again)
"""  # noqa: S608 - the code is ours
_DROP = (
    "DELETE FROM set_aside WHERE rowid IN (SELECT row FROM needless)",
    # The same text may have been read twice from the same place.
    f"""
    DELETE FROM findings USING (FROM needless ANTI JOIN set_aside USING (path, line)) AS aside WHERE {BROUGHT}
    """,  # noqa: S608 - the words are ours
)


def gather_notes(connection: DuckDBPyConnection, place: Place, there: Committed, out: Fallen) -> None:
    """Fill the tables of NOTES; those of HANDS must be there."""
    if not there.parts:
        return
    places = [(part.name, path) for part, path in there.dead]
    dead = given(connection, pl.DataFrame(places, _PLACE, orient="row"))
    gone = given(connection, out.hands.join(_parts(there), on="stem").select("part", "hand_key", "clashed"))
    for table in NOTES:
        rows = files(place, [part.note(table) for part in there.parts.values()], named=True)
        parameters = {
            "notes": _NAMED.format(rows=rows),
            "out": gone.sql_query(),
            "dead": dead.sql_query(),
        }
        connection.execute(_GATHER[table].format(**parameters))
    append(connection, "set_aside", out.aside)
    append(connection, "findings", out.findings)
    for statement in (_NEEDLESS, *_DROP):
        connection.execute(statement)


_PLACE = {"part": pl.String, "path": pl.String}


def _parts(there: Committed) -> pl.DataFrame:
    """The part of each cell."""
    rows = [(cell.stem, part.name) for part in there.parts.values() for cell in part.cells]
    return pl.DataFrame(rows, {"stem": pl.String, "part": pl.String}, orient="row")
