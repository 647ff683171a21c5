"""Step 6e, file: the texts of a database that share number, content or place with those of a batch."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.rows.keys import Tables, hand_key
from histparse.store.rows.tournaments import NUMBER
from histparse.store.settle.frames import ask, column, is_any
from histparse.store.settle.verdict import rivals, settle, texts_in
from histparse.system.program import program

_HANDS = """
    SELECT 'hands' AS origin, hand_key AS id, site, hand_id, digest, path, first_line AS line, rank, program
    FROM hands SEMI JOIN ({keys}) AS keys ON hand_key = id
"""
_MET = "SELECT hand_key AS id FROM hands SEMI JOIN ({keys}) AS keys ON hand_key = id"
_TEXTS = """
    WITH come AS ({texts}), there AS ({there}), met AS (
        SELECT text_id FROM there SEMI JOIN come USING (digest)
        UNION SELECT text_id FROM there SEMI JOIN come USING (path, line)
        UNION SELECT text_id FROM there SEMI JOIN come USING (site, hand_id)
    )
    SELECT '{table}' AS origin, text_id AS id, site, hand_id, digest, path, line, rank, program
    FROM there SEMI JOIN met USING (text_id)
"""
_ROWS = {
    "set_aside": "FROM set_aside",
    "tournaments": f"SELECT *, {NUMBER} AS hand_id, first_line AS line FROM tournaments",  # noqa: S608 - our names
}
"""By table of texts that are no hands, its rows with the columns of those set aside."""
_CONTENTS = """
    SELECT digest, text FROM texts JOIN hands USING (hand_key) WHERE hand_key IN (SELECT id FROM ({hands}))
    UNION ALL SELECT digest, text FROM set_aside WHERE text_id IN (SELECT id FROM ({aside}))
    UNION ALL SELECT digest, text FROM tournaments WHERE text_id IN (SELECT id FROM ({summaries}))
"""
_KNOWN, _NEW, _STAYS = 1, 2, 3
"""Turns: a text that comes again at its place is judged anew, unless this program has judged it."""


def verdict(connection: DuckDBPyConnection, tables: Tables, *, again: bool) -> pl.DataFrame:
    """What becomes of the texts of a batch, and of those in the database, that have to do with others.

    `again`: what is known is judged anew. Texts that are not among them become what they can.
    """
    come = texts_in(tables, _NEW)
    met = _met(connection, "set_aside", come, again=again)
    if not met.is_empty():  # what becomes of them may change what becomes of others of their number
        met = _met(connection, "set_aside", pl.concat([come, met]), again=again)
    there = _hands(connection, pl.concat([come, met]), again=again)
    others = pl.concat([come, met]).filter(pl.col("origin") != "new hands")
    summaries = _met(connection, "tournaments", others, again=again)
    return settle(
        connection, pl.concat([come, there, summaries, met]), lambda some: _contents(connection, tables, some)
    )


def _hands(connection: DuckDBPyConnection, texts: pl.DataFrame, *, again: bool) -> pl.DataFrame:
    """The stored hands with one of their numbers. Their keys are looked for first: of most batches none is there."""
    is_new = pl.col("origin") == "new hands"
    others = texts.filter(~is_new, pl.col("hand_id").is_not_null()).select("site", "hand_id")
    numbers = column("id", [hand_key(*number) for number in others.rows()])
    keys = pl.concat([texts.filter(is_new).select("id"), numbers])  # of one number, one has its key
    met = ask(connection, _MET, keys=keys)
    return texts.clear() if met.is_empty() else _there(ask(connection, _HANDS, keys=met), again=again)


def _met(connection: DuckDBPyConnection, table: str, texts: pl.DataFrame, *, again: bool) -> pl.DataFrame:
    """The texts of that table of ROWS that have number, content or place in common with one of these."""
    if not is_any(connection, table):
        return texts.clear()
    asked = texts.select("site", "hand_id", "digest", "path", "line")
    return _there(ask(connection, _TEXTS, table=table, there=_ROWS[table], texts=asked), again=again)


def _there(rows: pl.DataFrame, *, again: bool) -> pl.DataFrame:
    anew = pl.lit(again) | (pl.col("program") != program())
    return rivals(rows.with_columns(turn=pl.when(anew).then(_KNOWN).otherwise(_STAYS), is_outdated=anew))


def _contents(connection: DuckDBPyConnection, tables: Tables, texts: pl.DataFrame) -> pl.DataFrame:
    """Digests and texts of these."""
    if texts.is_empty():
        return pl.DataFrame(schema={"digest": pl.Int64, "text": pl.String})
    ids = {origin: rows["id"].to_list() for (origin,), rows in texts.group_by("origin")}
    new = tables["hands"].select("hand_key", "digest").join(tables["texts"], on="hand_key")
    found = [
        new.filter(pl.col("hand_key").is_in(ids.get("new hands", []))).select("digest", "text"),
        *(
            tables[name].filter(pl.col("text_id").is_in(ids.get(f"new {name}", []))).select("digest", "text")
            for name in ("set_aside", "tournaments")
        ),
    ]
    if ids.keys() & {"hands", "set_aside", "tournaments"}:
        hands, aside, summaries = (column("id", ids.get(name, [])) for name in ("hands", "set_aside", "tournaments"))
        found.append(ask(connection, _CONTENTS, hands=hands, aside=aside, summaries=summaries))
    return pl.concat(found)
