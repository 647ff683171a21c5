"""Step 6d, lake: writes the rows of a batch as Parquet, by table, site and month."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import quote

import polars as pl

from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES, Cell, Part
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import HANDS
from histparse.store.rows.batch import Frames
from histparse.store.rows.keys import Tables

UNKNOWN = "unknown"
"""The month of hands without a time."""


def write_part(place: Place, name: str, task: str, frames: Frames) -> Part:
    """Write a batch under that name. Raises StoreError."""
    tables = frames.tables | {"skipped": pl.DataFrame(frames.skipped, columns()["skipped"], orient="row")}
    cells = [write_cell(place, f"{folder}/{name}", rows) for folder, rows in _by_month(tables)]
    part = Part(name, task, tuple(sorted(cells)), frames.files)
    for table in NOTES:
        place.write(part.note(table), parquet(tables[table]))
    return part


def write_cell(place: Place, stem: str, tables: Tables) -> Cell:
    """Write hands of one site and month. Raises StoreError."""
    cell = Cell(stem, len(tables["hands"]))
    for table in HANDS:
        place.write(cell.file(table), parquet(tables[table]))
    return cell


def parquet(rows: pl.DataFrame) -> bytes:
    """The rows as a file. Enums are text there, in their order for Polars."""
    data = BytesIO()
    rows.write_parquet(data, compression="zstd")
    return data.getvalue()


def _by_month(tables: Tables) -> list[tuple[str, Tables]]:
    """The tables of HANDS by folder: `site=pokerstars/month=2024-05`."""
    month = pl.col("played_at").dt.strftime("%Y-%m").fill_null(UNKNOWN)
    places = tables["hands"].select("hand_key", "site", month=month)
    if places.select("site", "month").n_unique() == 1:
        return [(_folder(*places.row(0)[1:]), {table: tables[table] for table in HANDS})]
    return [
        (_folder(str(site), str(month)), {table: _of(tables[table], rows) for table in HANDS})
        for (site, month), rows in places.group_by("site", "month", maintain_order=True)
    ]


def _of(rows: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    return rows.join(hands.select("hand_key"), on="hand_key", how="semi", maintain_order="left")


def _folder(site: str, month: str) -> str:
    return f"site={quote(site, safe='')}/month={quote(month, safe='')}"
