"""Step 6d, settle: what becomes of texts by the verdict: of those of a batch, and of those in the database."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.judging.duplicates import COUNTS, SUMMARY_COUNTS, VIEW
from histparse.model.findings import Severity
from histparse.model.text_codes import SYN06, SYN07, SYN09, SYN10
from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.set_aside import (
    OF_NUMBER,
    Tables,
    make_hand_key,
    make_set_aside_rows,
    move_hands_aside,
    reasons_of_shared_number,
    without_rows,
)
from histparse.store.rows.tournaments import NUMBER, make_set_aside_rows_of_summaries
from histparse.store.settle.changes import Removed
from histparse.system.streams import append_rows, has_rows, keys_to_frame, query_rows, run_statement

_IS_KEPT_ASIDE = pl.col("became").is_in([*OF_NUMBER])
"""Whether a text stays beside the one that is stored of its number."""


# --- texts of a batch ------------------------------------------------------------------------------------------------


def divide_batch_by_verdict(tables: Tables, settled: pl.DataFrame) -> Tables:
    """Divide a batch into what is stored and what is set aside."""
    hands, summaries = (settled.filter(pl.col("origin") == f"new {table}") for table in ("hands", "tournaments"))
    needless = hands.filter(~pl.col("became").is_in(["stored", *OF_NUMBER]))
    tables = without_rows(tables, "hand_key", needless["id"].to_list())
    tables = move_hands_aside(tables, reasons_of_shared_number(hands.filter(_IS_KEPT_ASIDE)), keep_rank=True)
    tables |= {"findings": _drop_play_findings_of_views(tables)}
    needless_texts = settled.filter(
        pl.col("origin").is_in(["new set_aside", "new tournaments"]), ~pl.col("became").is_in(["stored", "aside"])
    )
    tables = without_rows(tables, "text_id", needless_texts["id"].to_list())
    losing = pl.col("text_id").is_in(summaries.filter(pl.col("became") == "aside")["id"].implode())
    tables |= {
        "tournaments": tables["tournaments"].filter(~losing),
        "set_aside": pl.concat(
            [tables["set_aside"], make_set_aside_rows_of_summaries(tables["tournaments"].filter(losing))]
        ),
    }
    return _rekey_by_number(tables, hands.filter(pl.col("became") == "stored"))


def _drop_play_findings_of_views(tables: Tables) -> pl.DataFrame:
    """The findings but for those in the play of views, which the hand has that is stored with their cards."""
    views = tables["set_aside"].filter(pl.col("code") == SYN09.code)["text_id"]
    return tables["findings"].filter(
        ~(pl.col("text_id").is_in(views.implode()) & ~pl.col("code").str.starts_with("SYN")).fill_null(value=False)
    )


def _rekey_by_number(tables: Tables, stored: pl.DataFrame) -> Tables:
    """The tables with the keys of their numbers for hands that came with others of the same number."""
    keys = {key: make_hand_key(*number) for key, *number in stored.select("id", "site", "hand_id").rows()}
    renumbered = {key: right for key, right in keys.items() if key != right}
    if not renumbered:
        return tables
    renamed = pl.col("hand_key").replace(renumbered)
    return {name: rows.with_columns(renamed) if "hand_key" in rows.columns else rows for name, rows in tables.items()}


# --- texts of the database: they go out of the hands, aside, away, or come back --------------------------------------

_GOING = """
    WITH sat AS (
        SELECT hand_key, list(DISTINCT player) AS names FROM seats WHERE hand_key IN ({keys}) GROUP BY hand_key
    )
    FROM hands LEFT JOIN sat USING (hand_key) WHERE hand_key IN ({keys})
"""
_TEXTS = "FROM texts WHERE hand_key IN ({keys})"
_SUMMARIES = "FROM tournaments WHERE text_id IN ({keys})"
_ROWS_ASIDE = "FROM set_aside WHERE text_id IN ({keys})"
_RECODE = """
    UPDATE set_aside SET code = '{code}' FROM ({keys}) AS moved
    WHERE text_id = moved.key AND rank IS NOT NULL AND code <> '{code}'
"""
# What is wrong with the play is told of the hand, which has the cards of its views.
_OF_PLAY = f"""
    DELETE FROM findings WHERE code NOT LIKE 'SYN%'
        AND text_id IN (SELECT text_id FROM set_aside SEMI JOIN ({{keys}}) ON text_id = key WHERE code = '{SYN09.code}')
"""  # noqa: S608 - our code
# What was found between a hand and its neighbours is no finding in its text.
_RELEASE = (
    "DELETE FROM findings WHERE hand_key IN ({keys}) AND code LIKE 'SEQ%'",
    """
    UPDATE findings SET hand_key = NULL, text_id = moved.text_id FROM ({moved}) AS moved
    WHERE findings.hand_key = moved.hand_key
    """,
)


def apply_verdict_and_pop_freed(
    connection: DuckDBPyConnection, settled: pl.DataFrame, removed: Removed
) -> pl.DataFrame:
    """Do what the verdict says of texts that are there; returns those set aside that are to be judged again."""
    _recode_texts_aside(connection, settled.filter(pl.col("origin") == "set_aside", _IS_KEPT_ASIDE))
    hands = settled.filter((pl.col("origin") == "hands") & (pl.col("became") != "stored"))
    if not hands.is_empty():
        _remove_hands_or_move_aside(connection, hands, removed)
    summaries = settled.filter((pl.col("origin") == "tournaments") & (pl.col("became") != "stored"))
    if not summaries.is_empty():
        _remove_summaries_or_move_aside(connection, summaries, removed)
    released = settled.filter(pl.col("origin") == "set_aside", ~_IS_KEPT_ASIDE)
    if released.is_empty():
        return released
    rows_released = pop_set_aside_texts(connection, released["id"], removed)
    is_back = pl.col("became").is_in(["stored", "parted"])
    return rows_released.filter(pl.col("text_id").is_in(released.filter(is_back)["id"].to_list()))


def _recode_texts_aside(connection: DuckDBPyConnection, settled: pl.DataFrame) -> None:
    """Say of texts that stay aside whether they clash with the stored hand or are views of it."""
    for became, code in OF_NUMBER.items():
        keys = keys_to_frame("key", settled.filter(pl.col("became") == became)["id"])
        if not keys.is_empty():
            run_statement(connection, _RECODE, code=code, keys=keys)
            run_statement(connection, _OF_PLAY, keys=keys)


def _remove_hands_or_move_aside(connection: DuckDBPyConnection, settled: pl.DataFrame, removed: Removed) -> None:
    """Remove these stored hands; those that are set aside now take their findings along."""
    keys = keys_to_frame("key", settled["id"])
    hands = query_rows(connection, _GOING, keys=keys)
    removed.note_hands(hands)
    _move_hands_aside(connection, hands, settled.filter(_IS_KEPT_ASIDE), removed)
    for table in (*HANDS, "findings"):
        run_statement(connection, "DELETE FROM {table} WHERE hand_key IN ({keys})", table=table, keys=keys)


def _remove_summaries_or_move_aside(connection: DuckDBPyConnection, settled: pl.DataFrame, removed: Removed) -> None:
    """Remove these stored summaries; findings stay with the texts that are set aside now."""
    keys = keys_to_frame("key", settled["id"])
    rows = query_rows(connection, _SUMMARIES, keys=keys)
    run_statement(connection, "DELETE FROM tournaments WHERE text_id IN ({keys})", keys=keys)
    is_aside = pl.col("text_id").is_in(settled.filter(pl.col("became") == "aside")["id"].to_list())
    loose_keys = keys_to_frame("key", rows.filter(~is_aside)["text_id"])
    run_statement(connection, "DELETE FROM findings WHERE text_id IN ({keys})", keys=loose_keys)
    append_rows(connection, "set_aside", make_set_aside_rows_of_summaries(rows.filter(is_aside)))
    removed.note_changed_files(rows["path"])


def _move_hands_aside(
    connection: DuckDBPyConnection, hands: pl.DataFrame, settled: pl.DataFrame, removed: Removed
) -> None:
    if settled.is_empty():
        return
    keys = keys_to_frame("key", settled["id"])
    texts = query_rows(connection, _TEXTS, keys=keys)
    rows_aside = make_set_aside_rows(hands.join(texts, on="hand_key"), reasons_of_shared_number(settled))
    for statement in _RELEASE:
        run_statement(connection, statement, keys=keys, moved=rows_aside.select("hand_key", "text_id"))
    append_rows(connection, "set_aside", rows_aside.drop("hand_key"))
    removed.note_changed_files(rows_aside["path"])


def pop_set_aside_texts(connection: DuckDBPyConnection, ids: pl.Series, removed: Removed) -> pl.DataFrame:
    """Remove these texts set aside, with their findings; returns their rows."""
    keys = keys_to_frame("key", ids)
    rows_aside = query_rows(connection, _ROWS_ASIDE, keys=keys)
    for table in ("set_aside", "findings"):
        run_statement(connection, "DELETE FROM {table} WHERE text_id IN ({keys})", table=table, keys=keys)
    removed.note_changed_files(rows_aside["path"])
    return rows_aside


# --- what their findings say -----------------------------------------------------------------------------------------

_IS_SUMMARY = "starts_with(aside.hand_id, 'tournament ')"
_TEMPLATE = (
    f"CASE WHEN {_IS_SUMMARY} THEN '{SUMMARY_COUNTS}' WHEN code = '{SYN09.code}' THEN '{VIEW}' ELSE '{COUNTS}' END"
)
_IS_NOTE = f"({_IS_SUMMARY} OR code = '{SYN09.code}')"
_OF_NUMBER = f"code IN ('{SYN07.code}', '{SYN09.code}')"
_REASON = "replace(replace(replace({}, '{{number}}', {}), '{{path}}', {}), '{{line}}', {}::VARCHAR)".format(
    _TEMPLATE, "hands.hand_id", "hands.path", "hands.first_line"
)
_FIGURES = "json_object('number', hands.hand_id, 'path', hands.path, 'line', hands.first_line)"
_STORED = f"""(
    SELECT site, hand_id, path, first_line FROM hands
    UNION ALL SELECT site, {NUMBER}, path, first_line FROM tournaments
) AS hands"""  # noqa: S608 - our names
# Whatever came first, it names the text that is stored now.
_RENEW = (
    f"DELETE FROM findings WHERE {_OF_NUMBER}",  # noqa: S608 - our code
    f"""
    UPDATE set_aside AS aside SET reason = {_REASON}
    FROM {_STORED} WHERE {_OF_NUMBER} AND aside.site = hands.site AND aside.hand_id = hands.hand_id
    """,  # noqa: S608 - as above
    f"""
    INSERT INTO findings BY NAME
    SELECT aside.text_id, code, CASE WHEN {_IS_NOTE} THEN '{Severity.NOTE}' ELSE '{SYN07.severity}' END AS severity,
        aside.path, aside.line, aside.hand_id, aside.site, reason AS message, {_TEMPLATE} AS template,
        {_FIGURES} AS figures
    FROM set_aside AS aside LEFT JOIN {_STORED} USING (site, hand_id) WHERE {_OF_NUMBER}
    """,  # noqa: S608 - as above
)
# What belonged to no hand may be the beginning of one, or its end, that is read now. Bytes and archives are the file's.
_LOOSE = f"hand_key IS NULL AND text_id IS NULL AND code NOT IN ('{SYN06.code}', '{SYN10.code}')"
_EXPLAINED = f"""
    WITH loose AS (SELECT rowid AS row, path, line FROM findings WHERE {_LOOSE}),
    spans AS (
        SELECT path, first_line AS line, last_line FROM hands SEMI JOIN loose USING (path)
        UNION ALL
        SELECT path, first_line, last_line FROM tournaments SEMI JOIN loose USING (path)
        UNION ALL
        SELECT path, line, line + length(text) - length(replace(text, chr(10), '')) FROM set_aside
    )
    DELETE FROM findings WHERE rowid IN (
        SELECT row FROM loose ASOF JOIN spans ON loose.path = spans.path AND loose.line >= spans.line
        WHERE loose.line <= spans.last_line
    )
"""  # noqa: S608 - as above


def renew_shared_number_and_loose_findings(connection: DuckDBPyConnection) -> None:
    """Make the findings anew that depend on all texts. Runs before the commit."""
    if has_rows(connection, f"set_aside WHERE {_OF_NUMBER}"):
        for statement in _RENEW:
            connection.execute(statement)
    if has_rows(connection, f"findings WHERE {_LOOSE}"):
        connection.execute(_EXPLAINED)
