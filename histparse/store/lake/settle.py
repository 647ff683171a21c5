"""Step 6d, lake: the snapshot of a set of manifests - which rows of their parts count, and what all hands say together.

It depends on the set alone, so whoever makes it makes the same: two imports need not know of each other.
"""

from __future__ import annotations

import duckdb

from histparse.store.lake.files_read import files_rows
from histparse.store.lake.manifests import Committed, committed, latest, snapshot_in
from histparse.store.lake.notes import gather_notes
from histparse.store.lake.parts import parquet
from histparse.store.lake.place import Place
from histparse.store.lake.records import WHOLE, Cell, Snapshot, in_json
from histparse.store.lake.rivals import Fallen, fallen
from histparse.store.lake.since import Since
from histparse.store.lake.views import connected, show_hands
from histparse.store.lake.without import without_hands
from histparse.store.observe.row_buffer import HANDS
from histparse.store.write.clashes import renew_sentences
from histparse.store.write.error_messages import sentence
from histparse.store.write.insert import append
from histparse.store.write.opening import StoreError
from histparse.system.program import program
from histparse.system.streams import as_frame

# A hand that came twice without being a hand is in two parts.
_ONCE = """
    DELETE FROM findings WHERE hand_key IS NULL AND rowid NOT IN (
        SELECT min(rowid) FROM findings WHERE hand_key IS NULL GROUP BY path, line, code, message
    )
"""


def settle(place: Place) -> Snapshot:
    """The snapshot of all manifests that are there now. Raises StoreError."""
    return settled(place, committed(place))


def settled(place: Place, there: Committed) -> Snapshot:
    """The snapshot of these manifests: made, unless it is there already. Raises StoreError."""
    file = Snapshot(there.number, tuple(there.manifests), ()).file()
    return snapshot_in(place, file) if place.is_there(file) else _made(place, there)


def _made(place: Place, there: Committed) -> Snapshot:
    connection = connected(place, HANDS)
    connection.execute("SET threads = 1")  # each would have a buffer of its own for every file it reads
    try:
        hands_out = fallen(connection, place, there)
        cells = _standing(place, there, hands_out)
        show_hands(connection, place, cells)
        gather_notes(connection, place, there, hands_out)
        renew_sentences(connection)
        connection.execute(_ONCE)
        since = Since(connection, place, latest(place), cells)
        since.renew_neighbours()
        since.renew_players()
        append(connection, "files", files_rows(connection, there))
        snapshot = Snapshot(there.number, tuple(there.manifests), cells, program())
        for table in WHOLE:
            place.write(snapshot.whole(table), parquet(as_frame(connection.sql(f"FROM {table} ORDER BY ALL"))))
    except duckdb.Error as error:
        raise StoreError(sentence(place.address, error)) from error
    finally:
        connection.close()
    place.write(snapshot.file(), in_json(snapshot))
    return snapshot


def _standing(place: Place, there: Committed, out: Fallen) -> tuple[Cell, ...]:
    """The cells of all parts without the hands that do not count: those cells are written anew."""
    gone = out.by_cell()
    cells = [cell for part in there.parts.values() for cell in part.cells]
    standing = [without_hands(place, cell, gone[cell.stem]) if cell.stem in gone else cell for cell in cells]
    return tuple(sorted(cell for cell in standing if cell.hands))
