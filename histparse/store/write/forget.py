"""Step 6c, write: what is removed again - hands whose text continued, and hands set aside that arrived complete."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.observe.row_buffer import HANDS
from histparse.store.write.changes import Changes
from histparse.store.write.given import given

_BROUGHT = """
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
_LATER = """
    FROM set_aside SEMI JOIN ({aside}) AS new
    ON set_aside.digest = new.digest AND (set_aside.path, set_aside.line) > (new.path, new.line)
"""
_FORGET_ASIDE = (
    f"DELETE FROM findings USING ({{aside}}) AS aside WHERE {_BROUGHT}",  # noqa: S608 - the words are ours
    "DELETE FROM set_aside USING ({aside}) AS aside WHERE set_aside.digest = aside.digest",
)
_TAKEN = """
    SELECT hands.*, text, (SELECT list(DISTINCT player) FROM seats WHERE seats.hand_key = hands.hand_key) AS names
    FROM hands JOIN texts USING (hand_key) WHERE hand_key IN $keys
"""
_ON_THESE_LINES = "SELECT count(*) FROM findings SEMI JOIN ({begun}) AS begun USING (path, line)"
_FORGET_FINDINGS = """
    DELETE FROM findings USING ({begun}) AS begun
    WHERE findings.path = begun.path AND findings.line = begun.line
        AND NOT EXISTS (FROM set_aside AS a WHERE a.path = findings.path AND a.line = findings.line)
        AND NOT EXISTS (FROM hands AS h WHERE h.hand_key = findings.hand_key AND h.last_line >= findings.line)
"""
_NOT_BROUGHT = f"""
    WITH findings AS ({{findings}}), aside AS ({{aside}})
    FROM findings WHERE NOT EXISTS (FROM aside WHERE {_BROUGHT})
"""


def take_back(connection: DuckDBPyConnection, keys: Collection[int]) -> pl.DataFrame:
    """The rows of `hands` for these keys, with their `text`, and their players as a list `names`."""
    return pl.DataFrame(connection.sql(_TAKEN, params={"keys": list(keys)}).pl())


def forget_hands(connection: DuckDBPyConnection, keys: Collection[int]) -> None:
    """Remove these hands and their findings."""
    if keys:
        for table in (*HANDS, "findings"):
            query = f"DELETE FROM {table} WHERE hand_key IN $keys"  # noqa: S608 - our names
            connection.execute(query, {"keys": list(keys)})


def release_findings(connection: DuckDBPyConnection, keys: Collection[int]) -> None:
    """Detach the findings of these hands from any hand; remove those from comparing neighbouring hands."""
    if keys:
        connection.execute("DELETE FROM findings WHERE hand_key IN $keys AND code LIKE 'SEQ%'", {"keys": list(keys)})
        connection.execute("UPDATE findings SET hand_key = NULL WHERE hand_key IN $keys", {"keys": list(keys)})


def forget_aside(connection: DuckDBPyConnection, whole: pl.DataFrame, read: pl.DataFrame, changes: Changes) -> None:
    """Remove the hands set aside that are no longer needed, with their findings.

    Either they arrived `whole` (columns of `hands`), with the same text or the same number (except SYN07: a text that
    clashed is another hand), or their text continues in one just `read` (path, line, text) in the same place.
    """
    if connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0]:
        hands, texts = given(connection, whole.select("digest", "site", "hand_id")), given(connection, read)
        _forget(connection, _GONE.format(whole=hands.sql_query(), read=texts.sql_query()), changes)


def forget_later_copies(connection: DuckDBPyConnection, aside: pl.DataFrame, changes: Changes) -> None:
    """Remove the hands set aside whose text is also set aside from an earlier place (path, line, digest)."""
    rows = given(connection, aside.select("path", "line", "digest"))
    _forget(connection, _LATER.format(aside=rows.sql_query()), changes)


def _forget(connection: DuckDBPyConnection, query: str, changes: Changes) -> None:
    """Remove the hands set aside that the query returns, and their findings."""
    gone = pl.DataFrame(connection.sql(query).pl())
    if not gone.is_empty():
        rows = given(connection, gone)
        for statement in _FORGET_ASIDE:
            connection.execute(statement.format(aside=rows.sql_query()))
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
    return pl.DataFrame(connection.sql(query).pl()).cast(findings.schema)
