"""Step 6e, lake: the snapshot of a set of manifests - which rows of their parts count, and what all hands say together.

It depends on the set alone, so whoever makes it makes the same: two imports need not know of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

import duckdb
import polars as pl
from msgspec.structs import replace

from histparse.store.database.connection import StoreError
from histparse.store.database.error_messages import sentence
from histparse.store.lake.changes import changes_since
from histparse.store.lake.files import files_rows
from histparse.store.lake.manifests import Committed, committed, latest, snapshot_in
from histparse.store.lake.moves import Moves, moved
from histparse.store.lake.notes import gather_notes
from histparse.store.lake.parts import without_hands, write_cells, write_rows
from histparse.store.lake.place import Place
from histparse.store.lake.records import WHOLE, Cell, Snapshot, digest, in_json
from histparse.store.lake.views import connected, show_hands
from histparse.store.observe.row_buffer import HANDS
from histparse.store.settle import against_hands, neighbours
from histparse.store.settle.changes import note_players
from histparse.store.settle.findings import renew_findings
from histparse.store.settle.frames import append, ask
from histparse.store.settle.stored_text import judged_again
from histparse.system.program import program


def settle(place: Place) -> Snapshot:
    """The snapshot of all manifests that are there now. Raises StoreError."""
    return settled(place, committed(place))


def settled(place: Place, there: Committed) -> Snapshot:
    """The snapshot of these manifests: made, unless it is there already. Raises StoreError."""
    file = Snapshot(there.number, tuple(there.manifests), (), program()).file()
    return snapshot_in(place, file) if place.is_there(file) else _made(place, there)


def _made(place: Place, there: Committed) -> Snapshot:
    connection = connected(place, HANDS)
    connection.execute("SET threads = 1")  # each would have a buffer of its own for every file it reads
    try:
        moves = moved(connection, place, there)
        cells = _standing(place, there, moves, _judged_again(connection, place, moves.back))
        show_hands(connection, place, cells)
        gather_notes(connection, place, there, moves.found)
        append(connection, "set_aside", moves.aside)
        renew_findings(connection)
        changes = changes_since(connection, place, latest(place), cells)
        neighbours.renew(connection, changes)
        against_hands.renew(connection)
        note_players(connection, changes)
        append(connection, "files", files_rows(connection, there))
        snapshot = Snapshot(there.number, tuple(there.manifests), cells, program())
        whole = (ask(connection, "FROM {table} ORDER BY ALL", table=table) for table in WHOLE)
        digests = map(write_rows, repeat(place), map(snapshot.whole, WHOLE), whole)
        snapshot = replace(snapshot, digests=tuple(digests))
    except duckdb.Error as error:
        raise StoreError(sentence(place.address, error)) from error
    finally:
        connection.close()
    place.write(snapshot.file(), in_json(snapshot))
    return snapshot


def _judged_again(connection: duckdb.DuckDBPyConnection, place: Place, texts: pl.DataFrame) -> list[Cell]:
    """Cells of texts set aside that count now though their rows are in no part, as after a compaction."""
    if texts.is_empty():
        return []
    tables = judged_again(texts)
    for name in ("findings", "set_aside", "tournaments"):
        append(connection, name, tables[name])
    return write_cells(place, digest([program(), texts.rows()]), tables)


def _standing(place: Place, there: Committed, moves: Moves, again: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells of all parts without the hands that do not count: those cells are written anew."""
    cells = [cell for part in there.parts.values() for cell in part.cells]
    standing = [
        without_hands(place, cell, moves.gone[cell.stem], moves.renamed[cell.stem])
        if cell.is_shared or cell.stem in moves.gone
        else cell
        for cell in cells
    ]
    return tuple(sorted(cell for cell in (*standing, *again) if cell.hands))
