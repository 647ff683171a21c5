"""Step 6e, lake: what has changed since a snapshot, so that what all hands say together is made again only as far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duckdb import DuckDBPyConnection

from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES, WHOLE, Cell, Snapshot
from histparse.store.lake.views import files
from histparse.store.settle.changes import Changes
from histparse.store.settle.frames import ask, run
from histparse.system.program import program

_NONE = {"hands": "(FROM hands WHERE false)", "seats": "(SELECT '' AS site, '' AS player WHERE false)"}
"""Rows of no cells."""
# A hand that is in another cell as it was has not changed.
_HANDS = """
    CREATE TEMP TABLE {name} AS
    SELECT hand_key, site, table_name, tournament_id, currency, hand_id
    FROM {here} ANTI JOIN {there} AS there USING (hand_key, digest, program, path, first_line) WHERE in_sequence
"""
_TABLES = "SELECT site, table_name FROM came UNION SELECT site, table_name FROM gone"
# A hand is compared with its neighbours if no unread or other one is between them in its file.
_BETWEEN = """
    SELECT path, line FROM {findings} WHERE hand_key IS NULL AND text_id IS NULL
    UNION SELECT path, line FROM {set_aside} UNION SELECT path, line FROM {skipped}
"""
_BESIDE = """
    WITH now AS ({now}), earlier AS ({earlier})
    SELECT DISTINCT path FROM ((FROM now EXCEPT FROM earlier) UNION (FROM earlier EXCEPT FROM now))
"""
_KEEP = """
    INSERT INTO players FROM {players};
    INSERT INTO findings BY NAME
    FROM {findings} WHERE code LIKE 'SEQ%' AND hand_key NOT IN (SELECT hand_key FROM gone);
"""
_PLAYERS = "SELECT DISTINCT site, player FROM {seats}"


def changes_since(
    connection: DuckDBPyConnection, place: Place, before: Snapshot | None, cells: Iterable[Cell]
) -> Changes:
    """What has changed since that snapshot, whatever manifests it is of; nothing counts of one by another program.

    The tables of HANDS are to be those of `cells`; `players` and `findings` get what stays of the snapshot.
    """
    before = before if before and before.program == program() else None
    earlier = set(before.cells) if before else set()
    come, left = sorted(set(cells) - earlier), sorted(earlier - set(cells))
    for name, here, there in (("came", come, left), ("gone", left, come)):
        rows = {"here": _rows(place, "hands", here), "there": _rows(place, "hands", there)}
        run(connection, _HANDS, name=name, **rows)
    sat, sits = (set(run(connection, _PLAYERS, seats=_rows(place, "seats", some)).fetchall()) for some in (left, come))
    changes = Changes(
        tables=set(run(connection, _TABLES).fetchall()),
        came=sits,
        left=sat - sits,
        gone=ask(connection, "SELECT * EXCLUDE (hand_key) FROM gone"),
    )
    if before:
        whole = {table: files(place, [before.whole(table)]) or "" for table in WHOLE}
        now = _BETWEEN.format(**{table: table for table in NOTES})
        changes.beside = {*ask(connection, _BESIDE, now=now, earlier=_BETWEEN.format(**whole))["path"]}
        changes.is_new = "hand_key IN (SELECT hand_key FROM came)"
        run(connection, _KEEP, **whole)
    return changes


def _rows(place: Place, table: str, cells: Sequence[Cell]) -> str:
    """The rows of these cells, with their site, as a relation in SQL."""
    return files(place, [cell.file(table) for cell in cells], places=table == "seats") or _NONE[table]
