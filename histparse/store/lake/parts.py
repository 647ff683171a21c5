"""Step 6e, lake: rows of hands as Parquet, by table, site and month; files that are there never change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from io import BytesIO
from typing import Literal
from urllib.parse import quote

import polars as pl
from msgspec.structs import replace

from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES, Cell, Part, digest, digest_of
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.batch import Frames
from histparse.store.rows.keys import Tables

UNKNOWN = "unknown"
"""The month of hands without a time."""


def write_part(place: Place, name: str, task: str, frames: Frames) -> Part:
    """Write a batch under that name. Raises StoreError."""
    tables = frames.tables | {"skipped": pl.DataFrame(frames.skipped, columns()["skipped"], orient="row")}
    hands = tables["hands"]
    again = hands.filter(~hands.select(pl.struct("site", "hand_id").is_first_distinct()).to_series())
    cells = write_cells(place, name, _of_hands(tables, again, how="anti"))
    others = write_cells(place, digest([name, "again"]), _of_hands(tables, again, how="semi"))
    cells += [replace(cell, is_shared=True) for cell in others]
    part = Part(name, task, tuple(sorted(cells)), frames.files)
    return replace(part, digests=tuple(write_rows(place, part.note(table), tables[table]) for table in NOTES))


def write_cells(place: Place, name: str, tables: Tables) -> list[Cell]:
    """Write hands under that name, by site and month. Raises StoreError."""
    return [write_cell(place, f"{folder}/{name}", rows) for folder, rows in _by_month(tables)]


def write_cell(place: Place, stem: str, tables: Tables) -> Cell:
    """Write hands of one site and month. Raises StoreError."""
    cell = Cell(stem, len(tables["hands"]))
    return replace(cell, digests=tuple(write_rows(place, cell.file(table), tables[table]) for table in HANDS))


def write_rows(place: Place, name: str, rows: pl.DataFrame) -> str:
    """Write the rows as a file; its digest. Enums are text there, in their order for Polars. Raises StoreError."""
    data = BytesIO()
    rows.write_parquet(data, compression="zstd")
    place.write(name, data.getvalue())
    return digest_of(data.getvalue())


def without_hands(place: Place, cell: Cell, keys: Collection[int], renamed: Mapping[int, int]) -> Cell:
    """Write the cell anew without the hands with these keys, unless none is left. Raises StoreError.

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


def _by_month(tables: Tables) -> list[tuple[str, Tables]]:
    """The tables of HANDS by folder: `site=pokerstars/month=2024-05`."""
    month = pl.col("played_at").dt.strftime("%Y-%m").fill_null(UNKNOWN)
    places = tables["hands"].select("hand_key", "site", month=month)
    if places.select("site", "month").n_unique() == 1:
        return [(_folder(*places.row(0)[1:]), tables)]
    return [
        (_folder(str(site), str(month)), _of_hands(tables, rows, how="semi"))
        for (site, month), rows in places.group_by("site", "month", maintain_order=True)
    ]


def _of_hands(tables: Tables, hands: pl.DataFrame, how: Literal["semi", "anti"]) -> Tables:
    """The rows of these hands, or those of all others."""
    if hands.is_empty() and how == "anti":
        return tables
    keys = hands.select("hand_key")
    return {table: tables[table].join(keys, on="hand_key", how=how, maintain_order="left") for table in HANDS}


def _folder(site: str, month: str) -> str:
    return f"site={quote(site, safe='')}/month={quote(month, safe='')}"
