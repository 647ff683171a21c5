"""Step 6e, importing: inserts one batch of columns into the tables, as the verdict on its texts and on theirs says."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.model.findings import FindingCounts
from histparse.model.text_codes import SYN09
from histparse.store.rows.set_aside import (
    OF_NUMBER,
    Tables,
    hand_key,
    of_number,
    take_out,
    without_hands,
    without_texts,
)
from histparse.store.rows.tournaments import settled_summaries
from histparse.store.settle.changes import Changes, append, ask
from histparse.store.settle.joining import join
from histparse.store.settle.moves import give_way
from histparse.store.settle.verdict import judged_again, rivals, verdict
from histparse.store.summary import Summary
from histparse.system.streams import as_frame

_NEW = "FROM ({once}) AS once ANTI JOIN findings USING (path, line, code, message)"


def insert(connection: DuckDBPyConnection, tables: Tables, changes: Changes, *, again: bool) -> FindingCounts:
    """Insert a batch; `again`: replace what is there. Runs inside the transaction of the import.

    Returns how many findings it has.
    """
    changes.read(tables)
    settled, joined = verdict(connection, tables, again=again), Tables()
    if not (several := rivals(settled)).is_empty():
        settled, joined = join(connection, tables, settled, several)
    returning = give_way(connection, settled, changes)
    tables = _settled_tables(tables, settled)
    tables |= {table: pl.concat([tables[table], rows]) for table, rows in joined.items()}
    tables |= {"findings": _new_findings(connection, tables["findings"])}
    for table, rows in tables.items():
        append(connection, table, rows)
    changes.add(tables)
    counts = FindingCounts.of(tables["findings"]["severity"])
    if returning.is_empty():
        return counts
    return counts + insert(connection, judged_again(returning), changes, again=False)


def _settled_tables(tables: Tables, settled: pl.DataFrame) -> Tables:
    """What is stored of a batch, and what is set aside."""
    hands, texts_aside = (settled.filter(pl.col("origin") == f"new {table}") for table in ("hands", "set_aside"))
    needless = hands.filter(~pl.col("became").is_in(["stored", *OF_NUMBER]))
    tables = without_hands(tables, needless["id"].to_list())
    tables = take_out(tables, of_number(hands.filter(pl.col("became").is_in([*OF_NUMBER]))), is_storable=True)
    tables |= {"findings": _without_those_of_the_hand(tables)}
    tables = without_texts(tables, texts_aside.filter(pl.col("became") != "aside")["id"].to_list())
    summaries = settled.filter(pl.col("origin") == "new tournaments")
    losing = summaries.filter(pl.col("became") == "aside")["id"].to_list()
    needless_summaries = summaries.filter(~pl.col("became").is_in(["stored", "aside"]))["id"].to_list()
    tables = settled_summaries(tables, losing, needless_summaries)
    return _under_their_numbers(tables, hands.filter(pl.col("became") == "stored"))


def _without_those_of_the_hand(tables: Tables) -> pl.DataFrame:
    """The findings but for those in the play of views, which the hand has that is stored with their cards."""
    views = tables["set_aside"].filter(pl.col("code") == SYN09.code)["text_id"]
    return tables["findings"].filter(
        ~(pl.col("text_id").is_in(views.implode()) & ~pl.col("code").str.starts_with("SYN")).fill_null(value=False)
    )


def _under_their_numbers(tables: Tables, stored: pl.DataFrame) -> Tables:
    """The tables with the keys of their numbers for hands that came with others of the same number."""
    keys = {key: hand_key(*number) for key, *number in stored.select("id", "site", "hand_id").rows()}
    renumbered = {key: right for key, right in keys.items() if key != right}
    if not renumbered:
        return tables
    renamed = pl.col("hand_key").replace(renumbered)
    return {name: rows.with_columns(renamed) if "hand_key" in rows.columns else rows for name, rows in tables.items()}


def _new_findings(connection: DuckDBPyConnection, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings of hands and texts, and those of no text unless they are there already."""
    loose = findings["hand_key"].is_null() & findings["text_id"].is_null()
    if not loose.any():
        return findings
    distinct = findings.filter(loose).unique(("path", "line", "code", "message"), maintain_order=True)
    return pl.concat([findings.filter(~loose), ask(connection, _NEW, once=distinct).cast(findings.schema)])


# --- what came of it ------------------------------------------------------------------------------------------

_STORED = "SELECT digest FROM {table} SEMI JOIN ({read}) AS read USING (digest)"
# A copy of a text set aside counts as it does, once; a text of unknown number is no copy, and a view of a hand is one.
_TEXTS_ASIDE = """
    WITH read AS ({read}), placed AS ({placed})
    SELECT digest FROM set_aside SEMI JOIN read USING (digest) WHERE hand_id IS NOT NULL AND code <> '{view}'
    UNION ALL SELECT digest FROM set_aside SEMI JOIN placed USING (digest, path, line) WHERE hand_id IS NULL
"""
_FINDINGS = """
    SELECT hash(site, hand_id, code, seat, message) AS finding, severity::VARCHAR AS severity, count(*) AS number
    FROM findings GROUP BY ALL
"""
"""A finding is the same wherever its hand is in a file, and whether the hand is stored or set aside."""


def count(summary: Summary, now: DuckDBPyConnection, committed: DuckDBPyConnection, changes: Changes) -> None:
    """Add the hands stored and set aside, and set the number of new findings.

    Each counts as what it is in the end: batches that came later may have displaced it.

    `now`: the connection of the import; `committed`: another, which does not see its transaction.
    """
    hands, texts = pl.concat(changes.hands).unique().to_frame(), pl.concat(changes.texts).unique()
    summaries = pl.concat(changes.summaries).unique().to_frame()
    summary.stored += _number_added(now, committed, "hands", hands)
    summary.tournaments += _number_added(now, committed, "tournaments", summaries)
    read = pl.concat([hands, summaries, texts.select("digest")]).unique()
    summary.set_aside += len(ask(now, _TEXTS_ASIDE, read=read, placed=texts, view=SYN09.code))
    summary.findings = _number_of_new_findings(now, committed)


def _number_added(now: DuckDBPyConnection, committed: DuckDBPyConnection, table: str, read: pl.DataFrame) -> int:
    """How many of the texts read are in that table now and were not before."""
    stored = ask(now, _STORED, table=table, read=read)
    return len(stored) - len(ask(committed, _STORED, table=table, read=stored))


def _number_of_new_findings(now: DuckDBPyConnection, committed: DuckDBPyConnection) -> FindingCounts:
    found, known = (as_frame(connection.sql(_FINDINGS)) for connection in (now, committed))
    new = (pl.col("number") - pl.col("number_right").fill_null(0)).clip(0).sum()
    by_severity = found.join(known, on=["finding", "severity"], how="left").group_by("severity").agg(new)
    return FindingCounts.of(dict(by_severity.rows()))
