"""Step 6d, settle: texts of the database that the verdict moves - out of the hands, aside, away, or back."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.set_aside import clashes, set_aside
from histparse.store.rows.tournaments import summaries_aside
from histparse.store.settle.changes import Changes
from histparse.store.settle.frames import append, ask, column, run
from histparse.store.settle.memory import allow

_GOING = """
    WITH sat AS (
        SELECT hand_key, list(DISTINCT player) AS names FROM seats WHERE hand_key IN ({keys}) GROUP BY hand_key
    )
    FROM hands LEFT JOIN sat USING (hand_key) WHERE hand_key IN ({keys})
"""
_TEXTS = "FROM texts WHERE hand_key IN ({keys})"
_SUMMARIES = "FROM tournaments WHERE text_id IN ({keys})"
_ASIDE = "FROM set_aside WHERE text_id IN ({keys})"
# What was found between a hand and its neighbours is no finding in its text.
_RELEASE = (
    "DELETE FROM findings WHERE hand_key IN ({keys}) AND code LIKE 'SEQ%'",
    """
    UPDATE findings SET hand_key = NULL, text_id = moved.text_id FROM ({moved}) AS moved
    WHERE findings.hand_key = moved.hand_key
    """,
)


def give_way(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> pl.DataFrame:
    """Do what the verdict says of texts that are there; returns those set aside that are to be stored again."""
    hands = settled.filter((pl.col("origin") == "hands") & (pl.col("became") != "stored"))
    if not hands.is_empty():
        _leave(connection, hands, changes)
    summaries = settled.filter((pl.col("origin") == "tournaments") & (pl.col("became") != "stored"))
    if not summaries.is_empty():
        _leave_summaries(connection, summaries, changes)
    aside = settled.filter((pl.col("origin") == "set_aside") & (pl.col("became") != "aside"))
    if aside.is_empty():
        return aside
    gone = remove_aside(connection, aside["id"], changes)
    return gone.filter(pl.col("text_id").is_in(aside.filter(pl.col("became") == "stored")["id"].to_list()))


def _leave(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> None:
    """Remove these stored hands; those that are set aside now take their findings along."""
    changes.removed += len(settled)
    allow(connection, changes)
    keys = column("key", settled["id"])
    hands = ask(connection, _GOING, keys=keys)
    changes.remove(hands)
    _set_aside(connection, hands, settled.filter(pl.col("became") == "aside")["id"], changes)
    for table in (*HANDS, "findings"):
        run(connection, "DELETE FROM {table} WHERE hand_key IN ({keys})", table=table, keys=keys)


def _leave_summaries(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> None:
    """Remove these stored summaries; findings stay with the texts that are set aside now."""
    keys = column("key", settled["id"])
    rows = ask(connection, _SUMMARIES, keys=keys)
    run(connection, "DELETE FROM tournaments WHERE text_id IN ({keys})", keys=keys)
    is_aside = pl.col("text_id").is_in(settled.filter(pl.col("became") == "aside")["id"].to_list())
    gone = column("key", rows.filter(~is_aside)["text_id"])
    run(connection, "DELETE FROM findings WHERE text_id IN ({keys})", keys=gone)
    append(connection, "set_aside", summaries_aside(rows.filter(is_aside)))
    changes.note_aside(rows["path"])


def _set_aside(connection: DuckDBPyConnection, hands: pl.DataFrame, keys: pl.Series, changes: Changes) -> None:
    if keys.is_empty():
        return
    asked = column("key", keys)
    texts = ask(connection, _TEXTS, keys=asked)
    aside = set_aside(hands.join(texts, on="hand_key"), clashes(keys))
    for statement in _RELEASE:
        run(connection, statement, keys=asked, moved=aside.select("hand_key", "text_id"))
    append(connection, "set_aside", aside.drop("hand_key"))
    changes.note_aside(aside["path"])


def remove_aside(connection: DuckDBPyConnection, ids: pl.Series, changes: Changes) -> pl.DataFrame:
    """Remove these texts set aside, with their findings; returns their rows."""
    keys = column("key", ids)
    gone = ask(connection, _ASIDE, keys=keys)
    for table in ("set_aside", "findings"):
        run(connection, "DELETE FROM {table} WHERE text_id IN ({keys})", table=table, keys=keys)
    changes.note_aside(gone["path"])
    return gone
