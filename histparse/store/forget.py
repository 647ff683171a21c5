"""Step 5, store: what leaves the database again - hands whose text went on, and those set aside that came whole."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.copies import SYN07
from histparse.store.columns import HANDS

_BROUGHT = """
    findings.hand_key IS NULL
    AND findings.path = aside.path
    AND findings.line BETWEEN aside.line AND aside.line + length(aside.text) - length(replace(aside.text, chr(10), ''))
    AND coalesce(findings.hand_id = aside.hand_id, true)
"""
"""Whether a hand that was set aside brought a finding."""


def forget_hands(connection: DuckDBPyConnection, keys: list[int]) -> set[str]:
    """Remove these hands, with what was found in them. Gives the paths they came from."""
    if not keys:
        return set()
    paths = connection.execute("SELECT DISTINCT path FROM hands WHERE hand_key IN $keys", {"keys": keys}).fetchall()
    for table in (*HANDS, "findings"):
        connection.execute(f"DELETE FROM {table} WHERE hand_key IN $keys", {"keys": keys})  # noqa: S608 - our names
    return {path for (path,) in paths}


def forget_aside(
    connection: DuckDBPyConnection,
    whole: pl.DataFrame,  # noqa: ARG001 - DuckDB finds it by its name
    read: pl.DataFrame,  # noqa: ARG001 - the same
) -> set[str]:
    """Remove the hands set aside that are no longer needed, with what was found in them. Gives their paths.

    They came `whole` (columns of `hands`): by the same text, or by the number of a text that could not be stored, for
    one that clashed is another hand. Or their text goes on in one just `read` (path, line, text) in the same place.
    """
    if not connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0]:
        return set()
    gone = connection.sql(f"""
        FROM set_aside SEMI JOIN whole USING (digest)
        UNION FROM set_aside SEMI JOIN whole USING (site, hand_id) WHERE code <> '{SYN07.code}'
        UNION FROM set_aside AS old SEMI JOIN read AS new ON old.path = new.path AND old.line = new.line
            AND length(old.text) < length(new.text) AND starts_with(new.text, old.text)
    """).pl()
    if not gone.is_empty():
        connection.execute(f"DELETE FROM findings USING gone AS aside WHERE {_BROUGHT}")  # noqa: S608 - written here
        connection.execute("DELETE FROM set_aside USING gone WHERE set_aside.digest = gone.digest")
    return set(gone["path"])


def forget_findings(connection: DuckDBPyConnection, begun: pl.DataFrame) -> None:
    """Remove what was found on lines where a hand is `begun` now (path, line), when they were none of a hand yet."""
    asked = "SELECT count(*) FROM findings SEMI JOIN begun USING (path, line)"
    if begun.is_empty() or not connection.execute(asked).fetchall()[0][0]:
        return
    connection.execute("""
        DELETE FROM findings USING begun
        WHERE findings.path = begun.path AND findings.line = begun.line
            AND NOT EXISTS (FROM set_aside AS a WHERE a.path = findings.path AND a.line = findings.line)
            AND NOT EXISTS (FROM hands AS h WHERE h.hand_key = findings.hand_key AND h.last_line >= findings.line)
    """)


def not_brought(connection: DuckDBPyConnection, findings: pl.DataFrame, aside: pl.DataFrame) -> pl.DataFrame:
    """The findings without those that these hands set aside brought."""
    if aside.is_empty():
        return findings
    query = f"FROM findings WHERE NOT EXISTS (FROM aside WHERE {_BROUGHT})"
    return pl.DataFrame(connection.sql(query).pl()).cast(findings.schema)
