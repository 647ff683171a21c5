"""Step 6d, settle: the verdict on each text of a batch, and on those in the database that have to do with them.

It is made by the SQL of analytics/settle, and depends on the set of texts alone.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.judging.duplicates import OF_TOURNAMENT, strip_line_ends_and_empty_lines
from histparse.judging.engine import HandResult
from histparse.parsing.cutting import read_text
from histparse.parsing.dialects.base import NO_MATCH, dialects
from histparse.reader import HandText, Text
from histparse.reader.source import Source
from histparse.store.rows.batch import parse_and_judge_into_frames
from histparse.store.rows.set_aside import Tables, make_hand_key
from histparse.store.rows.tournaments import NUMBER
from histparse.system.files import program_digest, query_text
from histparse.system.streams import as_frame, has_rows, keys_to_frame, query_rows, run_statement

_TEXT = {
    "origin": pl.String,  # the table it is in now; `new hands`, `new set_aside`: of the batch
    "id": pl.Int64,  # its key there
    "site": pl.String,
    "hand_id": pl.String,
    "digest": pl.Int64,
    "path": pl.String,
    "line": pl.Int64,
    "rank": pl.Int8,  # null: it cannot be stored
    "program": pl.String,  # which judged it
}
"""The columns of a text that may have to do with others."""
_KNOWN, _NEW, _STAYS = 1, 2, 3
"""Turns: a text that comes again at its place is judged anew, unless this program has judged it."""
SITE_AND_NUMBER, _PLACE = ("site", "hand_id"), ("path", "line")
_HANDS = """
    SELECT 'hands' AS origin, hand_key AS id, site, hand_id, digest, path, first_line AS line, rank, program
    FROM hands SEMI JOIN ({keys}) AS keys ON hand_key = id
"""
_STORED_KEYS = "SELECT hand_key AS id FROM hands SEMI JOIN ({keys}) AS keys ON hand_key = id"
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
    WITH asked AS ({texts})
    SELECT digest, text FROM texts JOIN hands USING (hand_key) WHERE hand_key IN (SELECT id FROM asked)
    UNION ALL SELECT digest, text FROM set_aside WHERE text_id IN (SELECT id FROM asked)
    UNION ALL SELECT digest, text FROM tournaments WHERE text_id IN (SELECT id FROM asked)
"""


def decide_which_texts_count(connection: DuckDBPyConnection, tables: Tables, *, judge_anew: bool) -> pl.DataFrame:
    """The verdict on every text that shares its number, content or place with another, in the column `became`.

    It is stored, aside, copy or superseded; or `again`, if the text was read anew since. Texts that share nothing are
    left out: they are stored if they can be. `judge_anew`: what is known is judged too.
    """
    batch_texts = _list_batch_texts(tables)
    texts_aside = _stored_texts_sharing_identity(connection, "set_aside", batch_texts)
    if not texts_aside.is_empty():  # what becomes of them may change what becomes of others of their number
        texts_aside = _stored_texts_sharing_identity(connection, "set_aside", pl.concat([batch_texts, texts_aside]))
    texts = pl.concat([batch_texts, texts_aside])
    hands = _stored_hands_sharing_number(connection, texts)
    summaries = _stored_texts_sharing_identity(connection, "tournaments", texts.filter(pl.col("origin") != "new hands"))
    rivals = _add_precedence_outdated_and_stuck(
        pl.concat([batch_texts, hands, summaries, texts_aside]), judge_anew=judge_anew
    )
    return _judge_contested_texts(connection, tables, rivals)


def select_readable_hand_texts_sharing_number(settled: pl.DataFrame) -> pl.DataFrame:
    """The texts of hands that lose their number to another, and those that keep it."""
    readable = pl.col("rank").is_not_null() & pl.col("hand_id").is_not_null()
    of_hands = settled.filter(
        pl.col("became").is_in(["stored", "aside"]), readable, ~pl.col("hand_id").str.starts_with(OF_TOURNAMENT)
    )
    counts = pl.col("became") == "stored"
    return of_hands.filter(counts.any().over(SITE_AND_NUMBER) & (pl.len().over(SITE_AND_NUMBER) > 1))


def _list_batch_texts(tables: Tables) -> pl.DataFrame:
    """The texts of a batch."""
    hands = tables["hands"].with_columns(origin=pl.lit("new hands"), id="hand_key", line="first_line")
    aside = tables["set_aside"].with_columns(origin=pl.lit("new set_aside"), id="text_id")
    summaries = tables["tournaments"].with_columns(
        origin=pl.lit("new tournaments"), id="text_id", hand_id="tournament " + pl.col("number"), line="first_line"
    )
    return pl.concat(map(_select_text_columns, (hands, aside, summaries)))


def _stored_hands_sharing_number(connection: DuckDBPyConnection, texts: pl.DataFrame) -> pl.DataFrame:
    """The stored hands with one of their numbers. Their keys are looked for first: of most batches none is there."""
    is_new = pl.col("origin") == "new hands"
    numbered = texts.filter(~is_new, pl.col("hand_id").is_not_null()).select("site", "hand_id")
    numbers = keys_to_frame("id", [make_hand_key(*number) for number in numbered.rows()])
    keys = pl.concat([texts.filter(is_new).select("id"), numbers])  # of one number, one has its key
    stored_keys = query_rows(connection, _STORED_KEYS, keys=keys)
    if stored_keys.is_empty():
        return texts.clear()
    return _select_text_columns(query_rows(connection, _HANDS, keys=stored_keys))


def _stored_texts_sharing_identity(connection: DuckDBPyConnection, table: str, texts: pl.DataFrame) -> pl.DataFrame:
    """The texts of that table of ROWS that have number, content or place in common with one of these."""
    if not has_rows(connection, table):
        return texts.clear()
    return _select_text_columns(query_rows(connection, _TEXTS, table=table, there=_ROWS[table], texts=texts))


def _select_text_columns(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(pl.col(name).cast(kind) for name, kind in _TEXT.items())


def _add_precedence_outdated_and_stuck(texts: pl.DataFrame, *, judge_anew: bool) -> pl.DataFrame:
    """The texts with `precedence`: of what was made of one text at one place, the last counts.

    `is_outdated`: and even if other lines were taken for its own; `is_stuck`: its rows are not there, and cannot be
    made from its text, so it stays aside.
    """
    is_new = pl.col("origin").str.starts_with("new ")
    is_outdated = ~is_new & (pl.lit(judge_anew) | (pl.col("program") != program_digest()))
    return texts.with_columns(
        precedence=pl.when(is_new).then(_NEW).when(is_outdated).then(_KNOWN).otherwise(_STAYS),
        is_outdated=is_outdated,
        is_stuck=(pl.col("origin") == "set_aside") & ~pl.col("site").is_in(sites_without_file_headings()),
    )


def _judge_contested_texts(connection: DuckDBPyConnection, tables: Tables, texts: pl.DataFrame) -> pl.DataFrame:
    rows = texts.with_row_index("row")
    last = rows.sort("precedence", descending=True, maintain_order=True).unique(("digest", *_PLACE), keep="first")
    again = rows.join(last, on="row", how="anti").with_columns(became=pl.lit("again"))
    contested = _select_sharing_number_content_or_place(last.sort("row"))
    if contested.is_empty():
        return again.drop("row")
    compared = read_digests_and_texts(connection, tables, _select_differing_under_same_identity(contested)).unique(
        "digest"
    )
    plain = compared.select(
        "digest", text=pl.Series([*map(strip_line_ends_and_empty_lines, compared["text"])], dtype=pl.String)
    )
    for name, frame in (("rivals", contested), ("contents", plain)):
        run_statement(connection, "CREATE OR REPLACE TEMP TABLE {name} AS {rows}", name=name, rows=frame)
    verdict = as_frame(connection.sql(query_text("settle/verdict"))).with_columns(pl.col("row").cast(pl.UInt32))
    return pl.concat([again, contested.join(verdict, on="row", maintain_order="left")]).drop("row")


def _select_sharing_number_content_or_place(texts: pl.DataFrame) -> pl.DataFrame:
    """The texts that have their number, their content or their place in common with another one."""
    shared = texts["digest"].is_duplicated() | texts.select(_PLACE).is_duplicated()
    return texts.filter(shared | (texts.select(SITE_AND_NUMBER).is_duplicated() & texts["hand_id"].is_not_null()))


def _select_differing_under_same_identity(texts: pl.DataFrame) -> pl.DataFrame:
    """The texts whose contents decide: others have another content and the same number, or place."""
    contents = pl.col("digest").n_unique()
    numbered = pl.col("hand_id").is_not_null()
    return texts.filter((numbered & (contents.over(SITE_AND_NUMBER) > 1)) | (contents.over(_PLACE) > 1))


def read_digests_and_texts(connection: DuckDBPyConnection, tables: Tables, texts: pl.DataFrame) -> pl.DataFrame:
    """Digests and texts of these, and perhaps of others with a key of theirs."""
    is_asked = pl.col("id").is_in(texts["id"].implode())
    hands = tables["hands"].select("hand_key", "digest", id="hand_key").filter(is_asked)
    frames = [
        hands.join(tables["texts"], on="hand_key"),
        *(
            tables[name].select("digest", "text", id="text_id").filter(is_asked)
            for name in ("set_aside", "tournaments")
        ),
    ]
    made = [frame.select("digest", "text") for frame in frames]
    if not texts["origin"].str.starts_with("new ").all():
        made.append(query_rows(connection, _CONTENTS, texts=texts.select("id")))
    return pl.concat(made)


# --- texts judged again ---------------------------------------------------------------------------------------


def make_hand_text(path: str, line: int, text: str, site: str) -> HandText:
    """The hand's text; perhaps it is known now for another kind of text."""
    source = Source(path, BytesIO(text.encode(errors="surrogatepass")))
    pieces = [piece for piece in read_text(Text(source), site) if isinstance(piece, HandText)]
    return HandText(path, line, text, site, other_text=pieces[0].other_text if len(pieces) == 1 else "")


def rejudge_texts_into_tables(texts: pl.DataFrame) -> Tables:
    """The rows of these texts (path, line, text, site), judged anew."""
    rows = texts.select("path", "line", "text", "site").rows()
    return parse_and_judge_into_frames([HandResult((), make_hand_text(*row)) for row in rows]).tables


@cache
def sites_without_file_headings() -> list[str]:
    """The sites whose hands can be read from their own texts: where files have headings, they are not stored."""
    return [name for name, dialect in dialects().items() if dialect.heading == NO_MATCH]
