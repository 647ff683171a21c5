"""Step 6d, settle: what an import has read, added and removed - noted batch by batch, used when the last is in."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.store.rows.set_aside import Tables
from histparse.system.streams import run_statement

Pair = tuple[str, str]
_PLACE = dict.fromkeys(("site", "table_name", "tournament_id", "currency", "hand_id"), pl.String)
_TEXT = {"digest": pl.Int64, "path": pl.String, "line": pl.Int64}


def _no_digests() -> list[pl.Series]:
    return [pl.Series("digest", dtype=pl.Int64)]


class Read(Struct):
    """The texts that were read; they are counted when it is clear what became of them."""

    hands: list[pl.Series] = field(default_factory=_no_digests)
    """Digests of the hands that can be stored."""
    summaries: list[pl.Series] = field(default_factory=_no_digests)
    """Digests of the summaries of tournaments."""
    unstorable: list[pl.DataFrame] = field(default_factory=lambda: [pl.DataFrame(schema=_TEXT)])
    """Digest and place of the texts that cannot be stored."""

    def note_batch(self, tables: Tables) -> None:
        """Note what a batch has read, before the verdict."""
        self.hands.append(tables["hands"]["digest"])
        self.summaries.append(tables["tournaments"]["digest"])
        self.unstorable.append(tables["set_aside"].select(pl.col(name).cast(kind) for name, kind in _TEXT.items()))


class _Touched(Struct):
    """Where something was added to the database, or removed from it."""

    files: set[str] = field(default_factory=set)
    """Files of which the database has other texts than before."""
    gap_files: set[str] = field(default_factory=set)
    """Files in which something else than before may stand between two hands."""
    tables: set[Pair] = field(default_factory=set)
    """Site and name of the tables at which the hands were played."""
    players: set[Pair] = field(default_factory=set)
    """Site and name of the players in the hands."""

    def note_changed_files(self, paths: pl.Series) -> None:
        """Note that texts of these files were set aside, or are no longer."""
        self.files.update(paths)
        self.gap_files.update(paths)

    def _note_hands(self, hands: pl.DataFrame, players: pl.DataFrame) -> None:
        self.files.update(hands["path"])
        self.tables.update(hands.filter("in_sequence").select("site", "table_name").unique().rows())
        self.players.update(players.unique().rows())


class Added(_Touched):
    """The hands added to the database. Later batches may have removed them again."""

    def note_batch(self, tables: Tables) -> None:
        """Note the rows that are added of a batch."""
        hands = tables["hands"]
        sat = tables["seats"].select("hand_key", "player").join(hands.select("hand_key", "site"), on="hand_key")
        self._note_hands(hands, sat.select("site", "player"))
        self.note_changed_files(tables["set_aside"]["path"])
        self.files.update(tables["tournaments"]["path"])
        self.gap_files.update(tables["findings"].filter(pl.col("hand_key").is_null())["path"])


class Removed(_Touched):
    """The hands removed from the database, or set aside there."""

    places: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_PLACE))
    """Where at their tables the hands stood."""

    def note_hands(self, hands: pl.DataFrame) -> None:
        """Note that these hands are removed; `names`: their players."""
        self._note_hands(hands, hands.select("site", "names").explode("names"))
        self.places.extend(hands.filter("in_sequence").select(*_PLACE))


class Changes(Struct):
    """All that an import has changed. Each batch notes what it reads, then what it removes, then what it adds."""

    is_new: str
    """A condition in SQL: whether a row of `hands` was added."""
    read: Read = field(default_factory=Read)
    added: Added = field(default_factory=Added)
    removed: Removed = field(default_factory=Removed)


# --- the table of players --------------------------------------------------------------------------------------------

_ADD_PLAYERS = (
    "INSERT INTO players SELECT DISTINCT site, name FROM ({pairs}) ANTI JOIN players USING (site, name) ORDER BY ALL"
)
_REMOVE_PLAYERS = """
    DELETE FROM players USING ({pairs}) AS gone
    WHERE players.site = gone.site AND players.name = gone.name AND NOT EXISTS (
        FROM seats JOIN hands USING (hand_key) WHERE hands.site = gone.site AND seats.player = gone.name
    )
"""


def add_and_remove_players(connection: DuckDBPyConnection, changes: Changes) -> None:
    """Add the players of new hands, and remove those no longer in any; part of the import's transaction."""
    # An added player may have been removed again since.
    for query, pairs in ((_ADD_PLAYERS, changes.added.players), (_REMOVE_PLAYERS, changes.removed.players)):
        if pairs:
            frame = pl.DataFrame(sorted(pairs), {"site": pl.String, "name": pl.String}, orient="row")
            run_statement(connection, query, pairs=frame)
