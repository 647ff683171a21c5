"""Step 6d, settle: what a text is told whose number has a sounder one, and what hands explain that begin later."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.judging.duplicates import COUNTS, OTHERS_COUNT
from histparse.model.findings import Severity
from histparse.model.text_codes import SYN06, SYN07, SYN09
from histparse.store.rows.tournaments import NUMBER
from histparse.store.settle.frames import is_any

_IS_SUMMARY = "starts_with(aside.hand_id, 'tournament ')"
_TEMPLATE = f"CASE WHEN {_IS_SUMMARY} THEN '{OTHERS_COUNT}' ELSE '{COUNTS}' END"
_SAID = "replace(replace(replace({}, '{{number}}', {}), '{{path}}', {}), '{{line}}', {}::VARCHAR)".format(
    _TEMPLATE, "hands.hand_id", "hands.path", "hands.first_line"
)
_FIGURES = "json_object('number', hands.hand_id, 'path', hands.path, 'line', hands.first_line)"
_STORED = f"""(
    SELECT site, hand_id, path, first_line FROM hands
    UNION ALL SELECT site, {NUMBER}, path, first_line FROM tournaments
) AS hands"""  # noqa: S608 - our names
# Whatever came first, it names the text that is stored now.
_RENEW = (
    f"DELETE FROM findings WHERE code = '{SYN07.code}'",  # noqa: S608 - our code
    f"""
    UPDATE set_aside AS aside SET reason = {_SAID}
    FROM {_STORED} WHERE aside.code = '{SYN07.code}' AND aside.site = hands.site AND aside.hand_id = hands.hand_id
    """,  # noqa: S608 - as above
    f"""
    INSERT INTO findings BY NAME
    SELECT aside.text_id, code, CASE WHEN {_IS_SUMMARY} THEN '{Severity.NOTE}' ELSE '{SYN07.severity}' END AS severity,
        aside.path, aside.line, aside.hand_id, aside.site, reason AS message, {_TEMPLATE} AS template,
        {_FIGURES} AS figures
    FROM set_aside AS aside LEFT JOIN {_STORED} USING (site, hand_id) WHERE code = '{SYN07.code}'
    """,  # noqa: S608 - as above
)
# What belonged to no hand may be the beginning of one, or its end, that is read now. Bytes and archives are the file's.
_LOOSE = f"hand_key IS NULL AND text_id IS NULL AND code NOT IN ('{SYN06.code}', '{SYN09.code}')"
_EXPLAINED = f"""
    WITH loose AS (SELECT rowid AS row, path, line FROM findings WHERE {_LOOSE}),
    spans AS (
        SELECT path, first_line AS line, last_line FROM hands SEMI JOIN loose USING (path)
        UNION ALL
        SELECT path, first_line, last_line FROM tournaments SEMI JOIN loose USING (path)
        UNION ALL
        SELECT path, line, line + length(text) - length(replace(text, chr(10), '')) FROM set_aside
    )
    DELETE FROM findings WHERE rowid IN (
        SELECT row FROM loose ASOF JOIN spans ON loose.path = spans.path AND loose.line >= spans.line
        WHERE loose.line <= spans.last_line
    )
"""  # noqa: S608 - as above


def renew_findings(connection: DuckDBPyConnection) -> None:
    """Make the findings anew that depend on all texts. Runs before the commit."""
    if is_any(connection, f"set_aside WHERE code = '{SYN07.code}'"):
        for statement in _RENEW:
            connection.execute(statement)
    if is_any(connection, f"findings WHERE {_LOOSE}"):
        connection.execute(_EXPLAINED)
