"""Step 6c, write: what an import stored, set aside and found, by what the database has now and had before."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.write.changes import Changes
from histparse.store.write.given import given
from histparse.store.write.summary import Summary
from histparse.system.streams import as_frame

_HANDS = "SELECT count(*) FROM hands"
_ASIDE = "SELECT count(*) FROM set_aside SEMI JOIN ({texts}) AS texts USING (digest)"
_FINDINGS = "SELECT hash(site, hand_id, code, seat, message) AS finding, count(*) AS number FROM findings GROUP BY ALL"
"""A finding is the same wherever its hand is in a file, and whether the hand is stored or set aside."""
_THERE = "FROM ({hands}) AS asked SEMI JOIN hands USING (hand_key, digest)"
_GONE = "FROM ({hands}) AS asked ANTI JOIN hands USING (hand_key, digest)"


def count(summary: Summary, now: DuckDBPyConnection, before: DuckDBPyConnection, changes: Changes) -> None:
    """Add the hands stored and set aside, and set the number of new findings.

    Each counts as what it is in the end: batches that came later may have displaced it.

    `now`: the connection of the import; `before`: another, which does not see its transaction.
    """
    gone = _among(now, _GONE, pl.concat(changes.displaced))
    earlier = _among(before, _THERE, gone)
    ours = gone.join(earlier, on=gone.columns, how="anti")
    texts = given(now, pl.concat([*changes.aside, ours["digest"]]).unique().to_frame("digest"))
    summary.stored += _number(now, _HANDS) - (_number(before, _HANDS) - len(earlier))
    summary.set_aside += _number(now, _ASIDE.format(texts=texts.sql_query()))
    summary.findings = _new_findings(now, before)


def _new_findings(now: DuckDBPyConnection, before: DuckDBPyConnection) -> int:
    found, known = (as_frame(connection.sql(_FINDINGS)) for connection in (now, before))
    new = pl.col("number") - pl.col("number_right").fill_null(0)
    return int(found.join(known, on="finding", how="left").select(new.clip(0).sum()).item())


def _among(connection: DuckDBPyConnection, query: str, hands: pl.DataFrame) -> pl.DataFrame:
    asked = given(connection, hands)
    return as_frame(connection.sql(query.format(hands=asked.sql_query()))).unique()


def _number(connection: DuckDBPyConnection, query: str) -> int:
    number: int = connection.execute(query).fetchall()[0][0]
    return number
