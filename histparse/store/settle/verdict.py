"""Step 6d, settle: the verdict on each text, by the SQL of analytics/settle. It depends on the set of texts alone."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.judging.duplicates import plain_text
from histparse.store.rows.keys import Tables
from histparse.store.settle.frames import run
from histparse.store.settle.stored_text import readable_alone
from histparse.system.resources import query
from histparse.system.streams import as_frame

RIVAL = {
    "origin": pl.String,  # the table it is in now; `new hands`, `new set_aside`: of a batch
    "id": pl.Int64,  # its key there
    "site": pl.String,
    "hand_id": pl.String,
    "digest": pl.Int64,
    "path": pl.String,
    "line": pl.Int64,
    "rank": pl.Int8,  # null: it cannot be stored
    "turn": pl.Int64,  # of what was made of one text at one place, the last counts
    "is_outdated": pl.Boolean,  # and here even if other lines were taken for its own
    "is_stuck": pl.Boolean,  # its rows are not there, and cannot be made from its text: it stays aside
}
"""The columns of a text that may have to do with others."""
_NUMBER, _PLACE = ("site", "hand_id"), ("path", "line")
Contents = Callable[[pl.DataFrame], pl.DataFrame]


def texts_in(tables: Tables, turn: int) -> pl.DataFrame:
    """The texts of a batch."""
    hands = tables["hands"].with_columns(origin=pl.lit("new hands"), id="hand_key", line="first_line")
    aside = tables["set_aside"].with_columns(origin=pl.lit("new set_aside"), id="text_id")
    summaries = tables["tournaments"].with_columns(
        origin=pl.lit("new tournaments"), id="text_id", hand_id="tournament " + pl.col("number"), line="first_line"
    )
    return pl.concat([rivals(rows, turn) for rows in (hands, aside, summaries)])


def rivals(rows: pl.DataFrame, turn: int | None = None) -> pl.DataFrame:
    """The rows with the columns of RIVAL and no others."""
    given_too = {
        "turn": pl.col("turn") if turn is None else pl.lit(turn),
        "is_outdated": pl.col("is_outdated") if "is_outdated" in rows else pl.lit(value=False),
        "is_stuck": (pl.col("origin") == "set_aside") & ~pl.col("site").is_in(readable_alone()),
    }
    return rows.with_columns(**given_too).select(pl.col(name).cast(kind) for name, kind in RIVAL.items())


def settle(connection: DuckDBPyConnection, texts: pl.DataFrame, contents: Contents) -> pl.DataFrame:
    """The verdict on every text that shares its number, content or place with another, in the column `became`.

    It is stored, aside, copy or superseded; or `again`, if the text was read anew since. Texts that share nothing are
    left out: they are stored if they can be. `contents`: finds digest and text of those that it is given.
    """
    rows = texts.with_row_index("row")
    last = rows.sort("turn", descending=True, maintain_order=True).unique(("digest", *_PLACE), keep="first")
    again = rows.join(last, on="row", how="anti").with_columns(became=pl.lit("again"))
    some = _contested(last.sort("row"))
    if some.is_empty():
        return again.drop("row")
    once = contents(_compared(some)).unique("digest")
    plain = once.select("digest", text=pl.Series([*map(plain_text, once["text"])], dtype=pl.String))
    for name, frame in (("rivals", some), ("contents", plain)):
        run(connection, "CREATE OR REPLACE TEMP TABLE {name} AS {rows}", name=name, rows=frame)
    verdict = as_frame(connection.sql(query("settle/verdict"))).with_columns(pl.col("row").cast(pl.UInt32))
    return pl.concat([again, some.join(verdict, on="row", maintain_order="left")]).drop("row")


def _contested(texts: pl.DataFrame) -> pl.DataFrame:
    """The texts that have their number, their content or their place in common with another one."""
    shared = texts["digest"].is_duplicated() | texts.select(_PLACE).is_duplicated()
    return texts.filter(shared | (texts.select(_NUMBER).is_duplicated() & texts["hand_id"].is_not_null()))


def _compared(texts: pl.DataFrame) -> pl.DataFrame:
    """The texts whose contents decide: others have another content and the same number, or place."""
    contents = pl.col("digest").n_unique()
    numbered = pl.col("hand_id").is_not_null()
    return texts.filter((numbered & (contents.over(_NUMBER) > 1)) | (contents.over(_PLACE) > 1))
