"""Step 6e, lake: what the verdict moves - hands out of their cells, texts aside, or back from there."""

from __future__ import annotations

from collections import defaultdict

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.store.lake.manifests import Committed
from histparse.store.lake.place import Place
from histparse.store.lake.rivals import texts_of, verdict
from histparse.store.observe.columns import columns
from histparse.store.rows.keys import hand_key, text_id
from histparse.store.rows.set_aside import clashes, set_aside
from histparse.store.rows.tournaments import summaries_aside
from histparse.store.settle.frames import ask, run

_DEAD = "SELECT stem, hand_key FROM every SEMI JOIN dead USING (part, path)"
_HANDS = "SELECT live.* FROM live SEMI JOIN ({asked}) AS asked ON live.stem = asked.stem AND hand_key = id"
_LEAVE = "DELETE FROM summaries WHERE (part, text_id) IN (SELECT part, id FROM ({asked}))"
_LOSING = """
    ALTER TABLE summaries ADD COLUMN is_aside BOOLEAN DEFAULT false;
    UPDATE summaries SET is_aside = true WHERE (part, text_id) IN (SELECT part, id FROM ({asked}))
"""
_OF_LOSING = "SELECT * EXCLUDE (part, turn, is_aside) FROM summaries WHERE is_aside"
_TAKE = """
    DELETE FROM aside WHERE (part, text_id) IN (SELECT part, id FROM ({asked}))
    RETURNING text_id, path, line, text, site
"""


class Moves(Struct, frozen=True):
    """What is not where its part has it."""

    gone: dict[str, list[int]]
    """Hands that are stored no more, by the stem of their cell."""
    renamed: dict[str, dict[int, int]]
    """Keys of hands, and those of their numbers."""
    found: pl.DataFrame
    """Where the findings of such hands go: part, hand_key, is_gone, number or text_id."""
    aside: pl.DataFrame
    """Rows of `set_aside` for hands and summaries that are set aside."""
    back: pl.DataFrame
    """Texts that are to be stored again: path, line, text, site."""


def moved(connection: DuckDBPyConnection, place: Place, there: Committed) -> Moves:
    """Compare the texts of all parts. What is set aside in a part and no longer, leaves the table `aside`.

    Summaries that are not stored leave the table `summaries`; those set aside stay, marked `is_aside`.
    """
    every = verdict(connection, place, there)
    hands, aside = (every.filter(pl.col("origin") == table) for table in ("hands", "set_aside"))
    numbers = [hand_key(*number) for number in hands.select("site", "hand_id").rows()]
    ids = [text_id(*where) for where in hands.select("path", "line", "digest").rows()]
    is_stored, is_aside = pl.col("became") == "stored", pl.col("became") == "aside"
    found = hands.with_columns(
        hand_key="id",
        is_gone=~(is_stored | is_aside),
        number=pl.when(is_stored).then(pl.Series(numbers, dtype=pl.Int64)),
        text_id=pl.when(is_aside).then(pl.Series(ids, dtype=pl.Int64)),
    )
    gone, renamed = defaultdict[str, list[int]](list), defaultdict[str, dict[int, int]](dict)
    for stem, key in connection.execute(_DEAD).fetchall():
        gone[stem].append(key)
    for stem, key, number in found.select("stem", "hand_key", "number").rows():
        if number is None:
            gone[stem].append(key)
        elif number != key:
            renamed[stem][key] = number
    return Moves(
        gone,
        renamed,
        found.select("part", "hand_key", "is_gone", "number", "text_id"),
        pl.concat([_aside(connection, place, hands.filter(is_aside)), _summaries_aside(connection, every)]),
        _back(connection, aside.filter(~is_aside)),
    )


def _aside(connection: DuckDBPyConnection, place: Place, hands: pl.DataFrame) -> pl.DataFrame:
    if hands.is_empty():
        return pl.DataFrame(schema=columns()["set_aside"])
    rows = ask(connection, _HANDS, asked=hands.select("stem", "id"))
    texts = texts_of(connection, place, hands)
    return set_aside(rows.join(texts, on=("stem", "hand_key")), clashes(hands["id"])).drop("hand_key")


def _summaries_aside(connection: DuckDBPyConnection, every: pl.DataFrame) -> pl.DataFrame:
    """Let the table `summaries` be what the verdict says; rows of `set_aside` for those that are set aside."""
    summaries = every.filter(pl.col("origin") == "tournaments")
    for statement, became in (
        (_LEAVE, ~pl.col("became").is_in(["stored", "aside"])),
        (_LOSING, pl.col("became") == "aside"),
    ):
        run(connection, statement, asked=summaries.filter(became).select("part", "id"))
    return summaries_aside(ask(connection, _OF_LOSING))


def _back(connection: DuckDBPyConnection, settled: pl.DataFrame) -> pl.DataFrame:
    """Take these texts out of the table; those to be stored."""
    gone = run(connection, _TAKE, asked=settled.select("part", "id")).fetchall()
    stored = set(settled.filter(pl.col("became") == "stored")["id"])
    schema = {"path": pl.String, "line": pl.Int64, "text": pl.String, "site": pl.String}
    return pl.DataFrame(sorted(row[1:] for row in gone if row[0] in stored), schema, orient="row")
