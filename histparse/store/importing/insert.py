"""Step 6e, importing: inserts one batch of columns into the tables, as the verdict on its texts and on theirs says."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.model.findings import FindingCounts
from histparse.store.rows.keys import Tables, hand_key
from histparse.store.rows.set_aside import clashes, take_out, without, without_texts
from histparse.store.rows.tournaments import settled_summaries
from histparse.store.settle.changes import Changes
from histparse.store.settle.frames import append, ask
from histparse.store.settle.memory import allow
from histparse.store.settle.moves import give_way
from histparse.store.settle.stored_text import judged_again
from histparse.store.settle.verdict import verdict

_NEW = "FROM ({once}) AS once ANTI JOIN findings USING (path, line, code, message)"


def insert(connection: DuckDBPyConnection, tables: Tables, changes: Changes, *, again: bool) -> FindingCounts:
    """Insert a batch; `again`: replace what is there. Runs inside the transaction of the import.

    Returns how many findings it has.
    """
    changes.read(tables)
    settled = verdict(connection, tables, again=again)
    returning = give_way(connection, settled, changes)
    tables = _kept(tables, settled)
    tables |= {"findings": _new_findings(connection, tables["findings"])}
    if changes.measure(pl.concat([tables[table]["text"] for table in ("texts", "set_aside", "tournaments")])):
        allow(connection, changes)
    for table, rows in tables.items():
        append(connection, table, rows)
    changes.add(tables)
    found = FindingCounts.of(tables["findings"]["severity"])
    if returning.is_empty():
        return found
    return found + insert(connection, judged_again(returning), changes, again=False)


def _kept(tables: Tables, settled: pl.DataFrame) -> Tables:
    """What is stored of a batch, and what is set aside."""
    hands, aside = (settled.filter(pl.col("origin") == f"new {table}") for table in ("hands", "set_aside"))
    needless = hands.filter(~pl.col("became").is_in(["stored", "aside"]))
    tables = without(tables, needless["id"].to_list())
    tables = take_out(tables, clashes(hands.filter(pl.col("became") == "aside")["id"]), is_storable=True)
    tables = without_texts(tables, aside.filter(pl.col("became") != "aside")["id"].to_list())
    summaries = settled.filter(pl.col("origin") == "new tournaments")
    losing = summaries.filter(pl.col("became") == "aside")["id"].to_list()
    gone = summaries.filter(~pl.col("became").is_in(["stored", "aside"]))["id"].to_list()
    tables = settled_summaries(tables, losing, gone)
    return _under_their_numbers(tables, hands.filter(pl.col("became") == "stored"))


def _under_their_numbers(tables: Tables, stored: pl.DataFrame) -> Tables:
    """The tables with the keys of their numbers for hands that came with others of the same number."""
    keys = {key: hand_key(*number) for key, *number in stored.select("id", "site", "hand_id").rows()}
    other = {key: right for key, right in keys.items() if key != right}
    if not other:
        return tables
    renamed = pl.col("hand_key").replace(other)
    return {name: rows.with_columns(renamed) if "hand_key" in rows.columns else rows for name, rows in tables.items()}


def _new_findings(connection: DuckDBPyConnection, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings of hands and texts, and those of no text unless they are there already."""
    loose = findings["hand_key"].is_null() & findings["text_id"].is_null()
    if not loose.any():
        return findings
    once = findings.filter(loose).unique(("path", "line", "code", "message"), maintain_order=True)
    return pl.concat([findings.filter(~loose), ask(connection, _NEW, once=once).cast(findings.schema)])
