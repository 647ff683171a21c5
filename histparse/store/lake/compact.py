"""Step 6e, lake: compaction - few large files for many small ones; what the tables say stays the same.

The small parts of many imports are compacted by a process beside, which nobody waits for: this module as a program.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse.model.errors import HistparseError
from histparse.store.lake.founding import check
from histparse.store.lake.manifests import Committed, commit, committed, paths_of
from histparse.store.lake.parts import rows_of, write_cell, write_rows
from histparse.store.lake.place import Place, place_at
from histparse.store.lake.records import NOTES, WHOLE, Cell, Manifest, Part, Snapshot, digest
from histparse.store.lake.settle import settle, settled
from histparse.store.lake.soundness import require_sound
from histparse.store.lake.sweep import sweep
from histparse.store.lake.views import connected, show_notes
from histparse.store.observe.row_buffer import HANDS
from histparse.store.settle.against_hands import OF_THEM
from histparse.system.streams import as_frame

LARGE = 50_000
"""Hands of a file, at most: with those of the other tables they are in memory at once."""
MANY = 32
"""Imports after which their parts are merged: a file of few hands costs a query as much as one of thousands."""
SMALL = 2_000
"""Hands of a file that such a merge leaves as it is, at least."""
_NOT_SEQUENCE = f"FROM {{table}} WHERE code NOT LIKE 'SEQ%' AND NOT ({OF_THEM}) ORDER BY ALL"
"""Findings between neighbouring hands, and between a summary and its hands, are made anew with each snapshot."""
_running: list[subprocess.Popen[bytes]] = []


class Compacted(Struct, frozen=True):
    """What a compaction did."""

    files_before: int
    files: int
    removed: int
    """Files removed; none while others use the lake."""


def compact(address: str, small: int = LARGE) -> Compacted:
    """Write the lake anew in large files, and remove those that nothing needs any more. Raises StoreError.

    Files of at least `small` hands stay as they are.
    """
    place = place_at(address)
    check(place)
    with place.using():
        settle(place)  # an import may have been killed just before
        there = committed(place)
        require_sound(place, there.written)
        snapshot = settled(place, there)
        before = len(snapshot.written())
        if len(there.manifests) > 1 or any(len(cells) > 1 for cells in _groups(snapshot.cells, small)):
            commit(place, _compacted(place, there, snapshot, small))
            snapshot = settle(place)
        return Compacted(before, len(snapshot.written()), sweep(place))


def compact_bytes(address: str) -> tuple[int, int]:
    """Compact it; its bytes before and after. Raises StoreError."""
    place = place_at(address)
    before = sum(place.sizes().values())
    compact(address)
    return before, sum(place.sizes().values())


def _compacted(place: Place, there: Committed, snapshot: Snapshot, small: int) -> Manifest:
    """All that counts, as one part."""
    cells = tuple(sorted(_joined(place, group) for group in _groups(snapshot.cells, small)))
    hands = dict.fromkeys(sorted(paths_of(there.readings.values())), 0)
    name = digest(sorted(there.manifests))
    part = _with_notes(place, Part(name, name, cells, hands), snapshot)
    readings = tuple(replace(one, parts=(name,)) for one in there.readings.values())
    return Manifest((part,), readings, tuple(sorted(there.outdated)), tuple(there.manifests), there.number + 1)


def _groups(cells: Iterable[Cell], small: int) -> Iterator[list[Cell]]:
    """Small cells of the same site and month, as many together as make a large one; the others alone."""
    by_folder: defaultdict[str, list[Cell]] = defaultdict(list)
    for cell in sorted(cells):
        by_folder[cell.stem if cell.hands >= small else cell.stem.rpartition("/")[0]].append(cell)
    return chain.from_iterable(map(_large, by_folder.values()))


def _large(cells: list[Cell]) -> Iterator[list[Cell]]:
    some: list[Cell] = []
    for cell in sorted(cells, key=lambda cell: (cell.hands, cell.stem)):
        if some and sum(one.hands for one in some) + cell.hands > LARGE:
            yield some
            some = []
        some.append(cell)
    yield some


def _joined(place: Place, cells: list[Cell]) -> Cell:
    if len(cells) == 1:
        return cells[0]
    folder = cells[0].stem.rpartition("/")[0]
    tables = [rows_of(place, cell) for cell in cells]
    stem = f"{folder}/{digest([cell.stem for cell in cells])}"
    return write_cell(place, stem, {table: pl.concat([one[table] for one in tables]) for table in HANDS})


def _with_notes(place: Place, part: Part, snapshot: Snapshot) -> Part:
    """The part, its notes written: those of the snapshot."""
    connection, digests = connected(place, WHOLE), list[str]()
    try:
        show_notes(connection, place, snapshot)
        for table in NOTES:
            query = _NOT_SEQUENCE if table == "findings" else "FROM {table} ORDER BY ALL"
            digests.append(write_rows(place, part.note(table), as_frame(connection.sql(query.format(table=table)))))
    finally:
        connection.close()
    return replace(part, digests=tuple(digests))


def merge_beside(address: str, manifests: int) -> None:
    """Begin to merge if that many manifests are worth it. If it is killed, as many more begin another."""
    if manifests % MANY:
        return
    _running[:] = [one for one in _running if one.poll() is None]
    words = [sys.executable, "-P", "-m", __name__, address]  # not what the user's folder happens to hold
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    nothing = subprocess.DEVNULL  # whoever reads what we print would wait for it
    with suppress(OSError):
        beside = subprocess.Popen(  # noqa: S603 - our own program
            words, env=here, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        _running.append(beside)


def main() -> None:
    """Merge, at the lowest priority; what cannot be done now is done another time."""
    if hasattr(os, "nice"):
        os.nice(19)
    with suppress(HistparseError):
        compact(sys.argv[1], SMALL)


if __name__ == "__main__":
    main()
