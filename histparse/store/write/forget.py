"""Step 6c, write: what leaves the database again - hands whose text went on, and those set aside that came whole."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.observe.row_buffer import HANDS

_BROUGHT = """
    findings.hand_key IS NULL
    AND findings.path = aside.path
    AND findings.line BETWEEN aside.line AND aside.line + length(aside.text) - length(replace(aside.text, chr(10), ''))
    AND coalesce(findings.hand_id = aside.hand_id, true)
"""
"""Whether a hand that was set aside brought a finding."""

# Frames are read under names DuckDB makes up: no table of the file has them.
_GONE = f"""
    WITH whole AS ({{whole}}), read AS ({{read}})
    FROM set_aside SEMI JOIN whole USING (digest)
    UNION FROM set_aside SEMI JOIN whole USING (site, hand_id) WHERE code <> '{SYN07.code}'
    UNION FROM set_aside AS old SEMI JOIN read AS new ON old.path = new.path AND old.line = new.line
        AND length(old.text) < length(new.text) AND starts_with(new.text, old.text)
"""
_FORGET_ASIDE = (
    f"DELETE FROM findings USING ({{aside}}) AS aside WHERE {_BROUGHT}",  # noqa: S608 - the words are ours
    "DELETE FROM set_aside USING ({aside}) AS aside WHERE set_aside.digest = aside.digest",
)
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


def forget_hands(connection: DuckDBPyConnection, keys: list[int]) -> set[str]:
    """Remove these hands, with what was found in them. Gives the paths they came from."""
    if not keys:
        return set()
    paths = connection.execute("SELECT DISTINCT path FROM hands WHERE hand_key IN $keys", {"keys": keys}).fetchall()
    for table in (*HANDS, "findings"):
        connection.execute(f"DELETE FROM {table} WHERE hand_key IN $keys", {"keys": keys})  # noqa: S608 - our names
    return {path for (path,) in paths}


def forget_aside(connection: DuckDBPyConnection, whole: pl.DataFrame, read: pl.DataFrame) -> set[str]:
    """Remove the hands set aside that are no longer needed, with what was found in them. Gives their paths.

    They came `whole` (columns of `hands`): by the same text, or by the number of a text that could not be stored, for
    one that clashed is another hand. Or their text goes on in one just `read` (path, line, text) in the same place.
    """
    if not connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0]:
        return set()
    hands, texts = connection.from_arrow(whole.select("digest", "site", "hand_id")), connection.from_arrow(read)
    gone = pl.DataFrame(connection.sql(_GONE.format(whole=hands.sql_query(), read=texts.sql_query())).pl())
    if not gone.is_empty():
        rows = connection.from_arrow(gone)
        for query in _FORGET_ASIDE:
            connection.execute(query.format(aside=rows.sql_query()))
    return set(gone["path"])


def forget_findings(connection: DuckDBPyConnection, begun: pl.DataFrame) -> None:
    """Remove what was found on lines where a hand is `begun` now (path, line), when they were none of a hand yet."""
    rows = connection.from_arrow(begun.select("path", "line")).sql_query
    if not begun.is_empty() and connection.execute(_ON_THESE_LINES.format(begun=rows())).fetchall()[0][0]:
        connection.execute(_FORGET_FINDINGS.format(begun=rows()))


def not_brought(connection: DuckDBPyConnection, findings: pl.DataFrame, aside: pl.DataFrame) -> pl.DataFrame:
    """The findings without those that these hands set aside brought."""
    if aside.is_empty():
        return findings
    found, hands = connection.from_arrow(findings), connection.from_arrow(aside)
    query = _NOT_BROUGHT.format(findings=found.sql_query(), aside=hands.sql_query())
    return pl.DataFrame(connection.sql(query).pl()).cast(findings.schema)
