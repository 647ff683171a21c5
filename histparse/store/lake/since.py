"""Step 6d, lake: what all hands say together, made again only as far as cells have changed since a snapshot."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.lake.place import Place
from histparse.store.lake.records import Cell, Snapshot
from histparse.store.lake.views import STEM, files, show_hands
from histparse.store.settle.given import given
from histparse.store.write import neighbours
from histparse.store.write.changes import Pair
from histparse.system.program import program

_TABLES = "SELECT DISTINCT site, table_name FROM {hands} WHERE in_sequence"
# A hand is compared with its neighbours if nothing is wrong with it, and no unread or other one is between them in its
# file.
_BETWEEN = """
    SELECT path, line FROM {findings} WHERE hand_key IS NULL
    UNION SELECT path, line FROM {aside} UNION SELECT path, line FROM {skipped}
"""
_CHANGED = """
    CREATE OR REPLACE TEMP TABLE changed AS
    WITH now AS ({now}), earlier AS ({earlier}) (FROM now EXCEPT FROM earlier) UNION (FROM earlier EXCEPT FROM now)
"""
_BESIDE_CHANGED = "SELECT DISTINCT site, table_name FROM hands WHERE in_sequence AND path IN (SELECT path FROM changed)"
_STEMS = "SELECT DISTINCT stem FROM (SELECT *, {stem} FROM {hands}) SEMI JOIN ({tables}) USING (site, table_name)"
_KEEP = """
    INSERT INTO findings BY NAME
    FROM {findings} WHERE code LIKE 'SEQ%' AND hand_key NOT IN (SELECT hand_key FROM {gone})
"""
_PLAYERS = "INSERT INTO players SELECT DISTINCT site, player FROM {seats} ORDER BY ALL"
_PLAYERS_SINCE = """
    INSERT INTO players
    WITH come AS (SELECT DISTINCT site, player AS name FROM {come}),
    missed AS (SELECT DISTINCT site, player AS name FROM {gone} EXCEPT FROM come),
    still AS (SELECT DISTINCT site, player AS name FROM {seats} INTERSECT FROM missed)
    (SELECT site, name FROM {players} UNION FROM come) EXCEPT (FROM missed EXCEPT FROM still) ORDER BY ALL
"""
_NONE = {
    "hands": "(SELECT 0::BIGINT AS hand_key, '' AS site, '' AS table_name, false AS in_sequence WHERE false)",
    "seats": "(SELECT '' AS site, '' AS player WHERE false)",
}
"""Rows of no cells."""


class Since:
    """What has become of the cells of a snapshot."""

    def __init__(
        self, connection: DuckDBPyConnection, place: Place, before: Snapshot | None, cells: tuple[Cell, ...]
    ) -> None:
        """`before`: the snapshot, whatever manifests it is of; the tables of HANDS are to be those of `cells`."""
        self._connection, self._place, self._before, self._cells = connection, place, before, cells
        earlier = set(before.cells) if before else set()
        self._come, self._gone = sorted(set(cells) - earlier), sorted(earlier - set(cells))

    def renew_players(self) -> None:
        """Fill the table `players`: who sits in any hand."""
        if self._before is None:
            self._execute(_PLAYERS, seats=self._rows("seats", self._cells))
            return
        # Where no hand has gone, nobody is looked for among all.
        self._execute(
            _PLAYERS_SINCE,
            players=self._whole("players"),
            come=self._rows("seats", self._come),
            gone=self._rows("seats", self._gone),
            seats=self._rows("seats", self._cells if self._gone else []),
        )

    def renew_neighbours(self) -> None:
        """Add the findings between neighbouring hands to the table `findings`, which has the others already."""
        if self._before is None or self._before.program != program():
            neighbours.renew(self._connection, self._pairs(_TABLES, hands="hands"))
            return
        touched = self._touched()
        self._execute(_KEEP, findings=self._whole("findings"), gone=self._rows("hands", self._gone))
        if touched:
            show_hands(self._connection, self._place, self._cells_at(touched))
            neighbours.renew(self._connection, touched)
            show_hands(self._connection, self._place, self._cells)

    def _touched(self) -> set[Pair]:
        """The tables at which hands have come or gone, or count otherwise because of what was found elsewhere."""
        come, gone = (self._rows("hands", cells) for cells in (self._come, self._gone))
        tables = {"findings": "findings", "aside": "set_aside", "skipped": "skipped"}
        now = _BETWEEN.format(**tables)
        earlier = _BETWEEN.format(**{name: self._whole(table) for name, table in tables.items()})
        self._execute(_CHANGED, now=now, earlier=earlier)
        found = {*self._pairs(_TABLES, hands=come), *self._pairs(_TABLES, hands=gone)}
        if self._connection.execute("FROM changed LIMIT 1").fetchall():
            found.update(self._pairs(_BESIDE_CHANGED))
        return found

    def _cells_at(self, tables: set[Pair]) -> list[Cell]:
        """The cells with hands at these tables."""
        frame = pl.DataFrame(sorted(tables), {"site": pl.String, "table_name": pl.String}, orient="row")
        asked = given(self._connection, frame)
        hands = files(self._place, [cell.file("hands") for cell in self._cells], named=True)
        if hands is None:
            return []
        found = self._connection.execute(_STEMS.format(stem=STEM, hands=hands, tables=asked.sql_query())).fetchall()
        stems = {stem for (stem,) in found}
        return [cell for cell in self._cells if cell.stem in stems]

    def _rows(self, table: str, cells: Sequence[Cell]) -> str:
        """The rows of these cells, with their site, as a relation in SQL."""
        return files(self._place, [cell.file(table) for cell in cells], places=table == "seats") or _NONE[table]

    def _whole(self, table: str) -> str:
        """The same of a whole table of the snapshot, if there is one."""
        return files(self._place, [self._before.whole(table)] if self._before else []) or table

    def _pairs(self, query: str, **names: str) -> set[Pair]:
        return set(self._connection.execute(query.format(**names)).fetchall())

    def _execute(self, statement: str, **names: str) -> None:
        self._connection.execute(statement.format(**names))
