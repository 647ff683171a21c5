"""Step 6d, lake: a cell without some of its hands, as files of its own: those that are there never change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from io import BytesIO

import polars as pl

from histparse.store.lake.parts import write_cell
from histparse.store.lake.place import Place
from histparse.store.lake.records import Cell, digest
from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.keys import Tables


def without_hands(place: Place, cell: Cell, keys: Collection[int], renamed: Mapping[int, int]) -> Cell:
    """Write the cell without the hands with these keys, unless none is left. Raises StoreError.

    `renamed`: other keys of hands that are left.
    """
    folder, _, name = cell.stem.rpartition("/")
    left = Cell(f"{folder}/{digest([name, sorted(keys), *sorted(renamed)])}", cell.hands - len(keys))
    if left.hands:
        gone = pl.col("hand_key").is_in(list(keys))
        key = pl.col("hand_key").replace(renamed) if renamed else pl.col("hand_key")
        rows = {table: rows.filter(~gone).with_columns(key) for table, rows in rows_of(place, cell).items()}
        return write_cell(place, left.stem, rows)
    return left


def rows_of(place: Place, cell: Cell) -> Tables:
    """The rows of a cell."""
    return {table: pl.read_parquet(BytesIO(place.read(cell.file(table)))) for table in HANDS}
