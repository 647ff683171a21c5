"""Step 6e, lake: findings, texts set aside and hands of other games, of all parts together."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.lake.manifests import Committed
from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES
from histparse.store.lake.views import files
from histparse.store.settle.frames import run

_ROWS = "(SELECT *, parse_filename(filename, true) AS part FROM {rows})"
# A finding goes the way of its hand, or text; of those in neither, the same may be in two parts.
_GATHER = {
    "findings": """
        INSERT INTO findings BY NAME
        SELECT findings.* EXCLUDE (part, filename) REPLACE (
            CASE WHEN moved.text_id IS NULL THEN coalesce(moved.number, findings.hand_key) END AS hand_key,
            coalesce(moved.text_id, findings.text_id) AS text_id
        )
        FROM {notes} AS findings LEFT JOIN ({moved}) AS moved USING (part, hand_key)
        WHERE (part, path) NOT IN (FROM dead) AND NOT coalesce(is_gone, false)
            AND (findings.text_id IS NULL OR (part, findings.text_id) IN (
                SELECT part, text_id FROM aside UNION ALL SELECT part, text_id FROM summaries
            ))
        QUALIFY findings.hand_key IS NOT NULL OR findings.text_id IS NOT NULL
            OR row_number() OVER (PARTITION BY path, line, code, message) = 1
    """,
    "set_aside": "INSERT INTO set_aside BY NAME SELECT * EXCLUDE (part, turn) FROM aside",
    "tournaments": """
        INSERT INTO tournaments BY NAME SELECT * EXCLUDE (part, turn, is_aside) FROM summaries WHERE NOT is_aside
    """,
    "skipped": """
        INSERT INTO skipped BY NAME
        SELECT DISTINCT * EXCLUDE (part, filename) FROM {notes} WHERE (part, path) NOT IN (FROM dead)
    """,
}


def gather_notes(connection: DuckDBPyConnection, place: Place, there: Committed, moved: pl.DataFrame) -> None:
    """Fill the tables of NOTES, from what each part says and the table `aside`.

    `moved`: hands that are not what they were in their part: part, hand_key, is_gone, number or text_id.
    """
    if not there.parts:
        return
    for table in NOTES:
        rows = files(place, [part.note(table) for part in there.parts.values()], named=True)
        run(connection, _GATHER[table], notes=_ROWS.format(rows=rows), moved=moved)
