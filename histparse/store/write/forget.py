"""Step 6c, write: what is removed again - hands whose text continued, and hands set aside that arrived complete."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation

from histparse.rules.text import SYN07
from histparse.store.observe.row_buffer import HANDS
from histparse.store.write.changes import Changes
from histparse.store.write.given import given
from histparse.system.program import program
from histparse.system.streams import as_frame

BROUGHT = """
    findings.hand_key IS NULL
    AND findings.path = aside.path
    AND findings.line BETWEEN aside.line AND aside.line + length(aside.text) - length(replace(aside.text, chr(10), ''))
    AND coalesce(findings.hand_id = aside.hand_id, true)
"""
"""Whether a finding belongs to a hand that was set aside."""

# Frames are read under names DuckDB generates, so no table in the file can shadow them.
_GONE = f"""
    WITH whole AS ({{whole}}), read AS ({{read}})
    FROM set_aside SEMI JOIN whole USING (digest)
    UNION FROM set_aside SEMI JOIN whole USING (site, hand_id) WHERE code <> '{SYN07.code}'
    UNION FROM set_aside AS old SEMI JOIN read AS new ON old.path = new.path AND old.line = new.line
        AND length(old.text) < length(new.text) AND starts_with(new.text, old.text)
"""
_GIVING_WAY = """
    WITH new AS ({aside}), other AS (SELECT path FROM files WHERE program <> '{program}'),
    old AS (SELECT *, {again} OR path IN (FROM other) AS is_outdated FROM set_aside)
    SELECT old.* EXCLUDE (is_outdated) FROM old SEMI JOIN new ON old.digest = new.digest
        AND ((old.path, old.line) > (new.path, new.line)
            OR is_outdated AND old.path = new.path AND old.line = new.line)
"""
_FORGET_BROUGHT = f"DELETE FROM findings USING ({{aside}}) AS aside WHERE {BROUGHT}"  # noqa: S608 - the words are ours
_FORGET_ASIDE = "DELETE FROM set_aside USING ({aside}) AS aside WHERE set_aside.digest = aside.digest"
_TAKEN = """
    WITH sat AS (
        SELECT hand_key, list(DISTINCT player) AS names FROM seats WHERE hand_key IN ({keys}) GROUP BY hand_key
    )
    FROM hands LEFT JOIN sat USING (hand_key) WHERE hand_key IN ({keys})
"""
_TEXTS = "FROM texts WHERE hand_key IN ({keys})"
_ON_THESE_LINES = "SELECT count(*) FROM findings SEMI JOIN ({begun}) AS begun USING (path, line)"
_FORGET_FINDINGS = """
    DELETE FROM findings USING ({begun}) AS begun
    WHERE findings.path = begun.path AND findings.line = begun.line AND code NOT LIKE 'SEQ%'
        AND NOT EXISTS (FROM set_aside AS a WHERE a.path = findings.path AND a.line = findings.line)
        AND NOT EXISTS (FROM hands AS h WHERE h.hand_key = findings.hand_key AND h.last_line >= findings.line)
"""
_FOUND_IN = "DELETE FROM findings WHERE hand_key IN ({keys}) AND NOT (hand_key IN ({back}) AND code LIKE 'SEQ%')"
_RELEASE = (
    "DELETE FROM findings WHERE hand_key IN ({keys}) AND code LIKE 'SEQ%'",
    "UPDATE findings SET hand_key = NULL WHERE hand_key IN ({keys})",
)
_NOT_BROUGHT = f"""
    WITH findings AS ({{findings}}), aside AS ({{aside}})
    FROM findings WHERE NOT EXISTS (FROM aside WHERE {BROUGHT})
"""


def take_back(connection: DuckDBPyConnection, keys: Collection[int]) -> pl.DataFrame:
    """The rows of `hands` for these keys, with their players as a list `names`."""
    asked = _relation(connection, keys)
    return as_frame(connection.sql(_TAKEN.format(keys=asked.sql_query())))


def texts_of(connection: DuckDBPyConnection, keys: Collection[int]) -> pl.DataFrame:
    """The rows of `texts` for these keys. All texts are uncompressed for it."""
    asked = _relation(connection, keys)
    return as_frame(connection.sql(_TEXTS.format(keys=asked.sql_query())))


def forget_hands(connection: DuckDBPyConnection, keys: Collection[int], back: Collection[int]) -> None:
    """Remove these hands and their findings; of those that come `back`, keep the findings about their neighbours."""
    if keys:
        going, coming = _relation(connection, keys), _relation(connection, back)
        for table in HANDS:
            connection.execute(f"DELETE FROM {table} WHERE hand_key IN ({going.sql_query()})")  # noqa: S608 - our names
        connection.execute(_FOUND_IN.format(keys=going.sql_query(), back=coming.sql_query()))


def release_findings(connection: DuckDBPyConnection, keys: Collection[int]) -> None:
    """Detach the findings of these hands from any hand; remove those from comparing neighbouring hands."""
    if keys:
        asked = _relation(connection, keys)
        for statement in _RELEASE:
            connection.execute(statement.format(keys=asked.sql_query()))


def is_any_aside(connection: DuckDBPyConnection) -> bool:
    """Whether any hand is set aside."""
    return bool(connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0])


def forget_aside(connection: DuckDBPyConnection, whole: pl.DataFrame, read: pl.DataFrame, changes: Changes) -> None:
    """Remove the hands set aside that are no longer needed, with their findings.

    Either they arrived `whole` (columns of `hands`), with the same text or the same number (except SYN07: a text that
    clashed is another hand), or their text continues in one just `read` (path, line, text) in the same place.
    """
    hands, texts = given(connection, whole.select("digest", "site", "hand_id")), given(connection, read)
    forget_selected(connection, _GONE.format(whole=hands.sql_query(), read=texts.sql_query()), changes)


def forget_copies(connection: DuckDBPyConnection, aside: pl.DataFrame, changes: Changes, *, again: bool) -> None:
    """Remove the hands set aside whose text is also set aside from an earlier place (path, line, digest).

    Also those from the same place that another program judged, or all if `again`. Their findings go with them.
    """
    rows = given(connection, aside.select("path", "line", "digest"))
    query = _GIVING_WAY.format(aside=rows.sql_query(), again=again, program=program())
    forget_selected(connection, query, changes)


def forget_selected(connection: DuckDBPyConnection, query: str, changes: Changes) -> None:
    """Remove the hands set aside that the query returns, and their findings."""
    gone = as_frame(connection.sql(query))
    if gone.is_empty():
        return
    rows = given(connection, gone)
    connection.execute(_FORGET_BROUGHT.format(aside=rows.sql_query()))
    connection.execute(_FORGET_ASIDE.format(aside=rows.sql_query()))
    changes.paths.update(gone["path"])


def forget_findings(connection: DuckDBPyConnection, begun: pl.DataFrame) -> None:
    """Remove findings on lines where a hand is now `begun` (path, line) but which belonged to no hand before."""
    rows = given(connection, begun.select("path", "line")).sql_query
    if not begun.is_empty() and connection.execute(_ON_THESE_LINES.format(begun=rows())).fetchall()[0][0]:
        connection.execute(_FORGET_FINDINGS.format(begun=rows()))


def not_brought(connection: DuckDBPyConnection, findings: pl.DataFrame, aside: pl.DataFrame) -> pl.DataFrame:
    """The findings without those of these hands set aside."""
    if aside.is_empty():
        return findings
    found, hands = given(connection, findings), given(connection, aside)
    query = _NOT_BROUGHT.format(findings=found.sql_query(), aside=hands.sql_query())
    return as_frame(connection.sql(query)).cast(findings.schema)


def _relation(connection: DuckDBPyConnection, keys: Collection[int]) -> DuckDBPyRelation:
    """The keys as a relation: with a list `IN` would compare each row of a table with each of them."""
    return given(connection, pl.DataFrame({"hand_key": pl.Series([*keys], dtype=pl.Int64)}))
