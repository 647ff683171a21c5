"""Step 6e, importing: what an import stored, set aside and found, by what the database has now and had before."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.model.findings import FindingCounts
from histparse.store.settle.changes import Changes
from histparse.store.settle.frames import ask
from histparse.store.summary import Summary
from histparse.system.streams import as_frame

_STORED = "SELECT digest FROM {table} SEMI JOIN ({read}) AS read USING (digest)"
# A copy of a text set aside counts as it does, once; a text of unknown number is no copy.
_ASIDE = """
    WITH read AS ({read}), placed AS ({placed})
    SELECT digest FROM set_aside SEMI JOIN read USING (digest) WHERE hand_id IS NOT NULL
    UNION ALL SELECT digest FROM set_aside SEMI JOIN placed USING (digest, path, line) WHERE hand_id IS NULL
"""
_FINDINGS = """
    SELECT hash(site, hand_id, code, seat, message) AS finding, severity::VARCHAR AS severity, count(*) AS number
    FROM findings GROUP BY ALL
"""
"""A finding is the same wherever its hand is in a file, and whether the hand is stored or set aside."""


def count(summary: Summary, now: DuckDBPyConnection, before: DuckDBPyConnection, changes: Changes) -> None:
    """Add the hands stored and set aside, and set the number of new findings.

    Each counts as what it is in the end: batches that came later may have displaced it.

    `now`: the connection of the import; `before`: another, which does not see its transaction.
    """
    hands, texts = pl.concat(changes.hands).unique().to_frame(), pl.concat(changes.texts).unique()
    summaries = pl.concat(changes.summaries).unique().to_frame()
    summary.stored += _came(now, before, "hands", hands)
    summary.tournaments += _came(now, before, "tournaments", summaries)
    read = pl.concat([hands, summaries, texts.select("digest")]).unique()
    summary.set_aside += len(ask(now, _ASIDE, read=read, placed=texts))
    summary.findings = _new_findings(now, before)


def _came(now: DuckDBPyConnection, before: DuckDBPyConnection, table: str, read: pl.DataFrame) -> int:
    """How many of the texts read are in that table now and were not before."""
    stored = ask(now, _STORED, table=table, read=read)
    return len(stored) - len(ask(before, _STORED, table=table, read=stored))


def _new_findings(now: DuckDBPyConnection, before: DuckDBPyConnection) -> FindingCounts:
    found, known = (as_frame(connection.sql(_FINDINGS)) for connection in (now, before))
    new = (pl.col("number") - pl.col("number_right").fill_null(0)).clip(0).sum()
    there = found.join(known, on=["finding", "severity"], how="left").group_by("severity").agg(new)
    return FindingCounts.of(dict(there.rows()))
