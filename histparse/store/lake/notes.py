"""Step 6d, lake: findings, hands set aside and hands of other games, of all parts together."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN04, SYN06, SYN07, SYN09
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
        SELECT findings.* EXCLUDE (part, filename)
            REPLACE (CASE WHEN clashed IS NULL THEN hand_key END AS hand_key)
        FROM ({notes}) AS findings LEFT JOIN ({out}) AS gone USING (part, hand_key)
        WHERE coalesce(clashed, true) AND (part, path) NOT IN ({dead})
            AND NOT EXISTS (FROM outdated AS aside WHERE aside.part = findings.part AND {brought})
    """,
    "set_aside": """
        INSERT INTO set_aside BY NAME
        SELECT * EXCLUDE (part, filename) FROM ({notes}) ANTI JOIN outdated USING (part, path, line, digest)
        WHERE (part, path) NOT IN ({dead})
    """,
    "skipped": """
        INSERT INTO skipped BY NAME
        SELECT DISTINCT * EXCLUDE (part, filename) FROM ({notes}) WHERE (part, path) NOT IN ({dead})
    """,
}
# What was tried again since. What the reader noted about the bytes of a file stays: no text shows it.
_OUTDATED = """
    CREATE OR REPLACE TEMP TABLE outdated AS
    SELECT aside.* FROM ({notes}) AS aside JOIN ({turns}) AS turns USING (part) JOIN ({tried}) AS tried USING (digest)
    WHERE turns.turn < tried.turn
"""
_BROUGHT = f"({BROUGHT}) AND code NOT IN ('{SYN04.code}', '{SYN06.code}', '{SYN09.code}')"
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
    _find_outdated(connection, place, there)
    for table in NOTES:
        parameters = {
            "notes": _notes(place, there, table),
            "out": gone.sql_query(),
            "dead": dead.sql_query(),
            "brought": _BROUGHT,
        }
        connection.execute(_GATHER[table].format(**parameters))
    append(connection, "set_aside", out.aside)
    append(connection, "findings", out.findings)
    for statement in (_NEEDLESS, *_DROP):
        connection.execute(statement)


def _notes(place: Place, there: Committed, table: str) -> str:
    """The rows of all parts, with the name of the part, as a query."""
    return _NAMED.format(rows=files(place, [part.note(table) for part in there.parts.values()], named=True))


def _find_outdated(connection: DuckDBPyConnection, place: Place, there: Committed) -> None:
    """Make the table `outdated`: rows of `set_aside`, each with its part, whose texts were tried again."""
    dead = {(part.name, path) for part, path in there.dead}
    tried = dict[int, int]()
    for part in sorted(there.parts.values(), key=lambda part: part.turn):
        tried.update({digest: part.turn for path, digest in part.tried if (part.name, path) not in dead})
    of_parts = [(part.name, part.turn) for part in there.parts.values()]
    turns = given(connection, pl.DataFrame(of_parts, _TURN, orient="row"))
    again = given(connection, pl.DataFrame([*tried.items()], _TRIED, orient="row"))
    notes = _notes(place, there, "set_aside")
    connection.execute(_OUTDATED.format(notes=notes, turns=turns.sql_query(), tried=again.sql_query()))


_TURN, _TRIED = {"part": pl.String, "turn": pl.Int64}, {"digest": pl.Int64, "turn": pl.Int64}
_PLACE = {"part": pl.String, "path": pl.String}


def _parts(there: Committed) -> pl.DataFrame:
    """The part of each cell."""
    rows = [(cell.stem, part.name) for part in there.parts.values() for cell in part.cells]
    return pl.DataFrame(rows, {"stem": pl.String, "part": pl.String}, orient="row")
