"""Step 6d, settle: what an import has changed, and the texts of the database that the verdict moves."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.judging.duplicates import COUNTS, SUMMARY_COUNTS, VIEW
from histparse.model.findings import Severity
from histparse.model.text_codes import SYN06, SYN07, SYN09, SYN10
from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.set_aside import OF_NUMBER, Tables, of_number, set_aside
from histparse.store.rows.tournaments import NUMBER, summaries_aside
from histparse.system.streams import append, ask, column, is_any, run

# --- changes ---------------------------------------------------------------------------------------------------------

Pair = tuple[str, str]
_NUMBER = dict.fromkeys(("site", "table_name", "tournament_id", "currency", "hand_id"), pl.String)
_TEXT = {"digest": pl.Int64, "path": pl.String, "line": pl.Int64}
_ADD_PLAYERS = (
    "INSERT INTO players SELECT DISTINCT site, name FROM ({pairs}) ANTI JOIN players USING (site, name) ORDER BY ALL"
)
_REMOVE_PLAYERS = """
    DELETE FROM players USING ({pairs}) AS gone
    WHERE players.site = gone.site AND players.name = gone.name AND NOT EXISTS (
        FROM seats JOIN hands USING (hand_key) WHERE hands.site = gone.site AND seats.player = gone.name
    )
"""
_NOT_STORED = "SELECT DISTINCT hand_key FROM ({hands}) ANTI JOIN hands USING (hand_key)"


def _no_hands() -> list[pl.Series]:
    return [pl.Series("digest", dtype=pl.Int64)]


class Changes(Struct):
    """The changes of all batches of an import."""

    paths: set[str] = field(default_factory=set)
    """Files whose hands in the database changed."""
    tables: set[Pair] = field(default_factory=set)
    """Site and name of the tables at which hands were added or removed."""
    gap_files: set[str] = field(default_factory=set)
    """Files in which a text between two hands was set aside, or is no longer."""
    added_players: set[Pair] = field(default_factory=set)
    """Site and name of the players in hands that were added."""
    removed_players: set[Pair] = field(default_factory=set)
    """Site and name of the players in hands that were removed: they may be in no other hand."""
    is_new: str = "true"
    """A condition in SQL: whether a row of `hands` was added."""
    removed_places: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_NUMBER))
    """Where at their tables those stood that were removed."""
    hands: list[pl.Series] = field(default_factory=_no_hands)
    """Digests of the texts read that can be stored."""
    texts: list[pl.DataFrame] = field(default_factory=lambda: [pl.DataFrame(schema=_TEXT)])
    """Digest and place of those that cannot."""
    summaries: list[pl.Series] = field(default_factory=_no_hands)
    """Digests of the summaries read."""

    def read(self, tables: Tables) -> None:
        """Note that these texts were read."""
        self.hands.append(tables["hands"]["digest"])
        self.summaries.append(tables["tournaments"]["digest"])
        self.texts.append(tables["set_aside"].select(pl.col(name).cast(kind) for name, kind in _TEXT.items()))

    def add(self, tables: Tables) -> None:
        """Note that these rows were added."""
        hands, loose = tables["hands"], tables["findings"].filter(pl.col("hand_key").is_null())
        self._note_places(hands)
        self.note_aside(tables["set_aside"]["path"])
        self.paths.update(tables["tournaments"]["path"])
        self.gap_files.update(loose["path"])
        sat = tables["seats"].select("hand_key", "player").join(hands.select("hand_key", "site"), on="hand_key")
        self.added_players.update(sat.select("site", "player").unique().rows())

    def note_aside(self, paths: pl.Series) -> None:
        """Note that texts of these files were set aside, or are no longer."""
        self.paths.update(paths)
        self.gap_files.update(paths)

    def remove(self, hands: pl.DataFrame) -> None:
        """Note that these hands were removed; `names`: their players."""
        self._note_places(hands)
        self.removed_places.extend(hands.filter("in_sequence").select(_NUMBER.keys()))
        self.removed_players.update(hands.select("site", "names").explode("names").unique().rows())

    def _note_places(self, hands: pl.DataFrame) -> None:
        self.paths.update(hands["path"])
        self.tables.update(hands.filter(pl.col("in_sequence")).select("site", "table_name").unique().rows())


def note_players(connection: DuckDBPyConnection, changes: Changes) -> None:
    """Add the players of new hands, and remove those no longer in any; part of the import's transaction."""
    # An added player may have been removed again since.
    for query, pairs in ((_ADD_PLAYERS, changes.added_players), (_REMOVE_PLAYERS, changes.removed_players)):
        if pairs:
            frame = pl.DataFrame(sorted(pairs), {"site": pl.String, "name": pl.String}, orient="row")
            run(connection, query, pairs=frame)


def not_stored(connection: DuckDBPyConnection, hands: pl.DataFrame) -> list[int]:
    """The keys among these (`hand_key`) of which no hand is stored."""
    return ask(connection, _NOT_STORED, hands=hands)["hand_key"].to_list()


# --- texts that the verdict moves: out of the hands, aside, away, or back --------------------------------------------

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


def give_way(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> pl.DataFrame:
    """Do what the verdict says of texts that are there; returns those set aside that are to be stored again."""
    _recode(connection, settled.filter(pl.col("origin") == "set_aside", pl.col("became").is_in([*OF_NUMBER])))
    hands = settled.filter((pl.col("origin") == "hands") & (pl.col("became") != "stored"))
    if not hands.is_empty():
        _leave(connection, hands, changes)
    summaries = settled.filter((pl.col("origin") == "tournaments") & (pl.col("became") != "stored"))
    if not summaries.is_empty():
        _leave_summaries(connection, summaries, changes)
    released = settled.filter(pl.col("origin") == "set_aside", ~pl.col("became").is_in([*OF_NUMBER]))
    if released.is_empty():
        return released
    removed = remove_aside(connection, released["id"], changes)
    is_back = pl.col("became").is_in(["stored", "parted"])
    return removed.filter(pl.col("text_id").is_in(released.filter(is_back)["id"].to_list()))


def _recode(connection: DuckDBPyConnection, settled: pl.DataFrame) -> None:
    """Say of texts that stay aside whether they clash with the stored hand or are views of it."""
    for became, code in OF_NUMBER.items():
        keys = column("key", settled.filter(pl.col("became") == became)["id"])
        if not keys.is_empty():
            run(connection, _RECODE, code=code, keys=keys)
            run(connection, _OF_PLAY, keys=keys)


def _leave(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> None:
    """Remove these stored hands; those that are set aside now take their findings along."""
    keys = column("key", settled["id"])
    hands = ask(connection, _GOING, keys=keys)
    changes.remove(hands)
    _set_aside(connection, hands, settled.filter(pl.col("became").is_in([*OF_NUMBER])), changes)
    for table in (*HANDS, "findings"):
        run(connection, "DELETE FROM {table} WHERE hand_key IN ({keys})", table=table, keys=keys)


def _leave_summaries(connection: DuckDBPyConnection, settled: pl.DataFrame, changes: Changes) -> None:
    """Remove these stored summaries; findings stay with the texts that are set aside now."""
    keys = column("key", settled["id"])
    rows = ask(connection, _SUMMARIES, keys=keys)
    run(connection, "DELETE FROM tournaments WHERE text_id IN ({keys})", keys=keys)
    is_aside = pl.col("text_id").is_in(settled.filter(pl.col("became") == "aside")["id"].to_list())
    loose_keys = column("key", rows.filter(~is_aside)["text_id"])
    run(connection, "DELETE FROM findings WHERE text_id IN ({keys})", keys=loose_keys)
    append(connection, "set_aside", summaries_aside(rows.filter(is_aside)))
    changes.note_aside(rows["path"])


def _set_aside(connection: DuckDBPyConnection, hands: pl.DataFrame, settled: pl.DataFrame, changes: Changes) -> None:
    if settled.is_empty():
        return
    keys = column("key", settled["id"])
    texts = ask(connection, _TEXTS, keys=keys)
    rows_aside = set_aside(hands.join(texts, on="hand_key"), of_number(settled))
    for statement in _RELEASE:
        run(connection, statement, keys=keys, moved=rows_aside.select("hand_key", "text_id"))
    append(connection, "set_aside", rows_aside.drop("hand_key"))
    changes.note_aside(rows_aside["path"])


def remove_aside(connection: DuckDBPyConnection, ids: pl.Series, changes: Changes) -> pl.DataFrame:
    """Remove these texts set aside, with their findings; returns their rows."""
    keys = column("key", ids)
    removed = ask(connection, _ROWS_ASIDE, keys=keys)
    for table in ("set_aside", "findings"):
        run(connection, "DELETE FROM {table} WHERE text_id IN ({keys})", table=table, keys=keys)
    changes.note_aside(removed["path"])
    return removed


# --- what their findings say ----------------------------------------------------------------------------------

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


def renew_findings(connection: DuckDBPyConnection) -> None:
    """Make the findings anew that depend on all texts. Runs before the commit."""
    if is_any(connection, f"set_aside WHERE {_OF_NUMBER}"):
        for statement in _RENEW:
            connection.execute(statement)
    if is_any(connection, f"findings WHERE {_LOOSE}"):
        connection.execute(_EXPLAINED)
