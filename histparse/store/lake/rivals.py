"""Step 6e, lake: texts of several parts that have to do with each other, and the verdict on them."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.lake.manifests import Committed
from histparse.store.lake.place import Place
from histparse.store.lake.views import STEM, files, show_hands
from histparse.store.rows.keys import hand_key
from histparse.store.rows.tournaments import NUMBER
from histparse.store.settle.frames import ask, column, run
from histparse.store.settle.verdict import rivals, settle

_LIVE = """
    CREATE TEMP VIEW every AS FROM (SELECT *, {stem} FROM {hands}) JOIN cells USING (stem);
    CREATE TEMP VIEW live AS FROM every ANTI JOIN dead USING (part, path);
"""
_NO_HANDS, _NO_NOTES, _NO_SUMMARIES = (
    f"(SELECT *, '' AS filename FROM {table} WHERE false)"  # noqa: S608 - our names
    for table in ("hands", "set_aside", "tournaments")
)
# What was tried again since counts no more.
_ASIDE = """
    CREATE TEMP TABLE {name} AS
    SELECT aside.* EXCLUDE (filename), parts.turn
    FROM (SELECT *, parse_filename(filename, true) AS part FROM {notes}) AS aside
    JOIN parts USING (part) ANTI JOIN dead USING (part, path) LEFT JOIN tried USING (digest)
    WHERE parts.turn >= coalesce(tried.turn, 0)
"""
_NUMBERS = """
    SELECT site, hand_id FROM aside WHERE hand_id IS NOT NULL UNION SELECT site, hand_id FROM live WHERE is_shared
"""
_RIVALS = """
    WITH keys AS (
        SELECT hand_key FROM live GROUP BY hand_key HAVING count(*) > 1 UNION SELECT hand_key FROM ({asked})
    )
    SELECT 'hands' AS origin, hand_key AS id, stem, part, turn, site, hand_id, digest, path, first_line AS line, rank
    FROM live JOIN parts USING (part) WHERE is_shared OR hand_key IN (FROM keys)
    UNION ALL
    SELECT 'set_aside', text_id, NULL, part, turn, site, hand_id, digest, path, line, rank FROM aside
    UNION ALL
    SELECT 'tournaments', text_id, NULL, part, turn, site, {number}, digest, path, first_line, rank FROM summaries
    ORDER BY path, line, digest, part
"""
_OF_NOTES = "SELECT digest, text FROM {name} WHERE (part, text_id) IN (SELECT part, id FROM ({asked}))"
_TEXTS = "SELECT texts.* FROM (SELECT *, {stem} FROM {texts}) AS texts SEMI JOIN ({asked}) AS asked ON {same}"
_SAME = "texts.stem = asked.stem AND texts.hand_key = asked.id"
_TABLES = {"set_aside": "aside", "tournaments": "summaries"}
"""By table, the one made here of the rows that count."""
_CELL = {"stem": pl.String, "part": pl.String, "is_shared": pl.Boolean}
_PART = {"part": pl.String, "turn": pl.Int64}


def verdict(connection: DuckDBPyConnection, place: Place, there: Committed) -> pl.DataFrame:
    """The verdict on the texts of all parts that others have to do with, with `stem` (of a hand's cell) and `part`.

    Makes the tables `aside` and `summaries`, the rows of `set_aside` and `tournaments` that count, each with its part,
    and `dead`.
    """
    cells = [cell for part in there.parts.values() for cell in part.cells]
    _make_tables(connection, place, there, files(place, [cell.file("hands") for cell in cells], named=True))
    numbers = connection.execute(_NUMBERS).fetchall()
    found = ask(connection, _RIVALS, number=NUMBER, asked=column("hand_key", [hand_key(*one) for one in numbers]))
    texts = pl.concat([rivals(found), found.select("stem", "part")], how="horizontal")
    settled = settle(connection, texts, lambda some: _contents(connection, place, some))
    others = texts.join(settled, on=("origin", "id", "stem", "part"), how="anti", nulls_equal=True)
    as_it_is = pl.when(pl.col("origin") == "set_aside").then(pl.lit("aside")).otherwise(pl.lit("stored"))
    return pl.concat([settled, others.with_columns(became=as_it_is)])


def _contents(connection: DuckDBPyConnection, place: Place, texts: pl.DataFrame) -> pl.DataFrame:
    hands = texts.filter(pl.col("origin") == "hands")
    found = hands.join(texts_of(connection, place, hands), left_on=("stem", "id"), right_on=("stem", "hand_key"))
    asked = {name: texts.filter(pl.col("origin") == of).select("part", "id") for of, name in _TABLES.items()}
    notes = [ask(connection, _OF_NOTES, name=name, asked=some) for name, some in asked.items()]
    return pl.concat([found.select("digest", "text"), *notes])


def _make_tables(connection: DuckDBPyConnection, place: Place, there: Committed, hands: str | None) -> None:
    """The relations that are asked: which rows of all parts count, and how late each part is."""
    dead = {(part.name, path) for part, path in there.dead}
    tried = dict[int, int]()
    for part in sorted(there.parts.values(), key=lambda part: part.turn):
        tried.update({digest: part.turn for path, digest in part.tried if (part.name, path) not in dead})
    rows = {
        "dead": pl.DataFrame([*dead], {"part": pl.String, "path": pl.String}, orient="row"),
        "tried": pl.DataFrame([*tried.items()], {"digest": pl.Int64, "turn": pl.Int64}, orient="row"),
        "parts": pl.DataFrame([(part.name, part.turn) for part in there.parts.values()], _PART, orient="row"),
        "cells": pl.DataFrame(
            [(one.stem, part.name, one.is_shared) for part in there.parts.values() for one in part.cells],
            _CELL,
            orient="row",
        ),
    }
    for name, frame in rows.items():
        run(connection, "CREATE TEMP TABLE {name} AS {rows}", name=name, rows=frame)
    if hands is None:
        show_hands(connection, place, [])
    connection.execute(_LIVE.format(stem=STEM, hands=hands or _NO_HANDS))
    for (of, name), none in zip(_TABLES.items(), (_NO_NOTES, _NO_SUMMARIES), strict=True):
        notes = files(place, [part.note(of) for part in there.parts.values()], named=True)
        connection.execute(_ASIDE.format(name=name, notes=notes or none))


def texts_of(connection: DuckDBPyConnection, place: Place, hands: pl.DataFrame) -> pl.DataFrame:
    """The texts of these hands (`stem`, `id`): stem, hand_key, text."""
    texts = files(place, [f"texts/{stem}.parquet" for stem in hands["stem"].unique().sort()], named=True)
    if texts is None:
        return pl.DataFrame(schema={"stem": pl.String, "hand_key": pl.Int64, "text": pl.String})
    asked = hands.select("stem", "id")
    return ask(connection, _TEXTS, stem=STEM, texts=texts, asked=asked, same=_SAME).select("stem", "hand_key", "text")
