"""Step 6d, settle: what an import has changed so far, and what follows from that for the players."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation
from msgspec import Struct, field

from histparse.store.rows.set_aside import Tables
from histparse.system.streams import as_frame, as_relation

# --- frames in statements --------------------------------------------------------------------------------------------


def run(connection: DuckDBPyConnection, statement: str, **named: pl.DataFrame | str) -> DuckDBPyConnection:
    """Execute a statement in which `{name}` stands for a query of these rows, or for that text."""
    written, _held = _written(connection, statement, named)
    return connection.execute(written)


def ask(connection: DuckDBPyConnection, query: str, **named: pl.DataFrame | str) -> pl.DataFrame:
    """The answer to such a query."""
    written, _held = _written(connection, query, named)
    return as_frame(connection.sql(written))


def append(connection: DuckDBPyConnection, table: str, rows: pl.DataFrame) -> None:
    """Append rows to a table of ours."""
    if not rows.is_empty():
        run(connection, "INSERT INTO {table} BY NAME {rows}", table=table, rows=rows)


def is_any(connection: DuckDBPyConnection, rows: str) -> bool:
    """Whether there are such rows: of a table, perhaps with a condition. No more than one is looked for."""
    return bool(connection.execute(f"SELECT count(*) FROM (FROM {rows} LIMIT 1)").fetchall()[0][0])  # noqa: S608 - ours


def column(name: str, keys: Iterable[int]) -> pl.DataFrame:
    """Keys as rows: with a list `IN` would compare each row of a table with each of them."""
    return pl.DataFrame({name: pl.Series(keys, dtype=pl.Int64)})


def _written(
    connection: DuckDBPyConnection, statement: str, named: dict[str, pl.DataFrame | str]
) -> tuple[str, list[DuckDBPyRelation]]:
    """The statement, and the relations it names."""
    held = {name: as_relation(connection, rows) for name, rows in named.items() if isinstance(rows, pl.DataFrame)}
    words = {name: text for name, text in named.items() if isinstance(text, str)}
    return statement.format(**words, **{name: rows.sql_query() for name, rows in held.items()}), [*held.values()]


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
        self._note(hands)
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
        self._note(hands)
        self.removed_places.extend(hands.filter("in_sequence").select(_NUMBER.keys()))
        self.removed_players.update(hands.select("site", "names").explode("names").unique().rows())

    def _note(self, hands: pl.DataFrame) -> None:
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
