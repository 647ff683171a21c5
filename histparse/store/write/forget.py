"""Step 6c, write: what leaves the database again - hands whose text went on, and those set aside that came whole."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.observe.row_buffer import HANDS
from histparse.store.write.changes import Changes
from histparse.system.program import program

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
_GIVING_WAY = """
    WITH new AS ({aside}), other AS (SELECT path FROM files WHERE program <> '{program}'),
    old AS (SELECT *, {again} OR path IN (FROM other) AS is_outdated FROM set_aside)
    SELECT old.* EXCLUDE (is_outdated) FROM old SEMI JOIN new ON old.digest = new.digest
        AND ((old.path, old.line) > (new.path, new.line)
            OR is_outdated AND old.path = new.path AND old.line = new.line)
"""
FINDING = ("hand_key", "code", "seat", "message")
"""What tells a finding from others, wherever the hand stands."""
_FORGET_BROUGHT = f"""
    DELETE FROM findings USING ({{aside}}) AS aside WHERE {_BROUGHT}
    RETURNING {", ".join(f"findings.{name}" for name in FINDING)}
"""  # noqa: S608 - the words are ours
_FORGET_ASIDE = "DELETE FROM set_aside USING ({aside}) AS aside WHERE set_aside.digest = aside.digest"
_TAKEN = """
    SELECT hands.*, text, (SELECT list(DISTINCT player) FROM seats WHERE seats.hand_key = hands.hand_key) AS names
    FROM hands JOIN texts USING (hand_key) WHERE hand_key IN $keys
"""
_ON_THESE_LINES = "SELECT count(*) FROM findings SEMI JOIN ({begun}) AS begun USING (path, line)"
_FORGET_FINDINGS = """
    DELETE FROM findings USING ({begun}) AS begun
    WHERE findings.path = begun.path AND findings.line = begun.line AND code NOT LIKE 'SEQ%'
        AND NOT EXISTS (FROM set_aside AS a WHERE a.path = findings.path AND a.line = findings.line)
        AND NOT EXISTS (FROM hands AS h WHERE h.hand_key = findings.hand_key AND h.last_line >= findings.line)
"""
_FOUND_IN = "DELETE FROM findings WHERE hand_key IN $keys AND NOT (hand_key IN $back AND code LIKE 'SEQ%')"
_NOT_BROUGHT = f"""
    WITH findings AS ({{findings}}), aside AS ({{aside}})
    FROM findings WHERE NOT EXISTS (FROM aside WHERE {_BROUGHT})
"""


def take_back(connection: DuckDBPyConnection, keys: Collection[int]) -> pl.DataFrame:
    """The rows of `hands` of these hands, with their `text`, and who sat in them as a list `names`."""
    return pl.DataFrame(connection.sql(_TAKEN, params={"keys": list(keys)}).pl())


def found_in_hands(connection: DuckDBPyConnection, keys: Collection[int]) -> set[tuple[object, ...]]:
    """What was found in these hands, as FINDING tells it."""
    query = f"SELECT {', '.join(FINDING)} FROM findings WHERE hand_key IN $keys"  # noqa: S608 - our names
    return set(connection.execute(query, {"keys": list(keys)}).fetchall()) if keys else set()


def forget_hands(connection: DuckDBPyConnection, keys: Collection[int], back: Collection[int]) -> None:
    """Remove these hands, with what was found in them; of those that come `back` not what their neighbours say."""
    if keys:
        for table in HANDS:
            query = f"DELETE FROM {table} WHERE hand_key IN $keys"  # noqa: S608 - our names
            connection.execute(query, {"keys": list(keys)})
        connection.execute(_FOUND_IN, {"keys": list(keys), "back": list(back)})


def release_findings(connection: DuckDBPyConnection, keys: Collection[int]) -> None:
    """What was found in these hands belongs to none from now on; what their neighbours said of them is gone."""
    if keys:
        connection.execute("DELETE FROM findings WHERE hand_key IN $keys AND code LIKE 'SEQ%'", {"keys": list(keys)})
        connection.execute("UPDATE findings SET hand_key = NULL WHERE hand_key IN $keys", {"keys": list(keys)})


def forget_aside(connection: DuckDBPyConnection, whole: pl.DataFrame, read: pl.DataFrame, changes: Changes) -> None:
    """Remove the hands set aside that are no longer needed, with what was found in them.

    They came `whole` (columns of `hands`): by the same text, or by the number of a text that could not be stored, for
    one that clashed is another hand. Or their text goes on in one just `read` (path, line, text) in the same place.
    """
    if connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0]:
        hands, texts = connection.from_arrow(whole.select("digest", "site", "hand_id")), connection.from_arrow(read)
        _forget(connection, _GONE.format(whole=hands.sql_query(), read=texts.sql_query()), changes)


def forget_copies(
    connection: DuckDBPyConnection, aside: pl.DataFrame, changes: Changes, *, again: bool
) -> set[tuple[object, ...]]:
    """Remove the hands set aside that are there with the same text in an earlier place (path, line, digest).

    And those in the same place that another program judged, or all `again`. Gives what was found in them, by FINDING.
    """
    rows = connection.from_arrow(aside.select("path", "line", "digest"))
    query = _GIVING_WAY.format(aside=rows.sql_query(), again=again, program=program())
    return _forget(connection, query, changes)


def _forget(connection: DuckDBPyConnection, query: str, changes: Changes) -> set[tuple[object, ...]]:
    """Remove the hands set aside that the query gives, and their findings, which it gives."""
    gone = pl.DataFrame(connection.sql(query).pl())
    if gone.is_empty():
        return set()
    rows = connection.from_arrow(gone)
    found = connection.execute(_FORGET_BROUGHT.format(aside=rows.sql_query())).fetchall()
    connection.execute(_FORGET_ASIDE.format(aside=rows.sql_query()))
    changes.paths.update(gone["path"])
    return set(found)


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
