"""Step 6c, write: texts of the database that the verdict moves - out of the hands, aside, away, or back."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation

from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.set_aside import clashes, set_aside
from histparse.store.settle.given import given
from histparse.store.write.changes import Changes
from histparse.store.write.memory import allow
from histparse.system.streams import as_frame

# Frames are read under names DuckDB generates, so no table in the file can shadow them.
_GOING = """
    WITH sat AS (
        SELECT hand_key, list(DISTINCT player) AS names FROM seats WHERE hand_key IN ({keys}) GROUP BY hand_key
    )
    FROM hands LEFT JOIN sat USING (hand_key) WHERE hand_key IN ({keys})
"""
_TEXTS = "FROM texts WHERE hand_key IN ({keys})"
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
    stays = (pl.col("became") == "aside") | (pl.col("is_stuck") & (pl.col("became") == "stored"))
    aside = settled.filter((pl.col("origin") == "set_aside") & ~stays)
    if aside.is_empty():
        return aside
    gone = remove_aside(connection, aside["id"], changes)
    return gone.filter(pl.col("text_id").is_in(aside.filter(pl.col("became") == "stored")["id"].to_list()))


def _leave(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> None:
    """Remove these stored hands; those that are set aside now take their findings along."""
    changes.removed += len(settled)
    allow(connection, changes)
    keys = _keys(connection, settled["id"])
    hands = as_frame(connection.sql(_GOING.format(keys=keys.sql_query())))
    changes.remove(hands)
    _set_aside(connection, hands, settled.filter(pl.col("became") == "aside")["id"], changes)
    for table in (*HANDS, "findings"):
        connection.execute(f"DELETE FROM {table} WHERE hand_key IN ({keys.sql_query()})")  # noqa: S608 - our names


def _set_aside(connection: DuckDBPyConnection, hands: pl.DataFrame, keys: pl.Series, changes: Changes) -> None:
    if keys.is_empty():
        return
    asked = _keys(connection, keys)
    texts = as_frame(connection.sql(_TEXTS.format(keys=asked.sql_query())))
    aside = set_aside(hands.join(texts, on="hand_key"), clashes(keys))
    moved = given(connection, aside.select("hand_key", "text_id"))
    for statement in _RELEASE:
        connection.execute(statement.format(keys=asked.sql_query(), moved=moved.sql_query()))
    rows = given(connection, aside.drop("hand_key"))
    connection.execute(f"INSERT INTO set_aside BY NAME {rows.sql_query()}")
    changes.note_aside(aside["path"])


def remove_aside(connection: DuckDBPyConnection, ids: pl.Series, changes: Changes) -> pl.DataFrame:
    """Remove these texts set aside, with their findings; returns their rows."""
    keys = _keys(connection, ids)
    gone = as_frame(connection.sql(_ASIDE.format(keys=keys.sql_query())))
    for table in ("set_aside", "findings"):
        connection.execute(f"DELETE FROM {table} WHERE text_id IN ({keys.sql_query()})")  # noqa: S608 - our names
    changes.note_aside(gone["path"])
    return gone


def _keys(connection: DuckDBPyConnection, keys: pl.Series) -> DuckDBPyRelation:
    """The keys as a relation: with a list `IN` would compare each row of a table with each of them."""
    return given(connection, pl.DataFrame({"key": keys}))
