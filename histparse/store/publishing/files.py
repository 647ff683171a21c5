"""Step 6f, publishing: rows become Parquet files of a table, each of one part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import BytesIO
from urllib.parse import quote
from uuid import uuid4

import polars as pl
from msgspec import Struct

from histparse.store.publishing.place import Place

PLACES = ("site", "month")
"""The columns by which tables of hands are partitioned. They are in the names of folders, not in the files."""
LARGE = 48 << 20
"""Bytes that the rows of a file take in memory, at most: on the disk some twenty times less."""
WAITING = 2 * LARGE
"""Bytes that the rows of all files together take before the largest is written."""
Piece = tuple[str, pl.DataFrame]
"""Rows of a part, such as `pokerstars/2024-05`."""


class TableFile(Struct, frozen=True):
    """A file of a table."""

    name: str
    """Relative to the folder of the table."""
    part: str
    bytes: int
    rows: int


def write_files(place: Place, table: str, pieces: Iterable[Piece]) -> list[TableFile]:
    """Write these rows to new files, which belong to no version of the table yet. Raises StoreError."""
    return [_written(place, table, part, frames) for part, frames in _gathered(pieces)]


def places(part: str) -> dict[str, str]:
    """Site and month of a part; nothing for a table that is written whole."""
    return dict(zip(PLACES, part.split("/"), strict=True)) if part else {}


def _gathered(pieces: Iterable[Piece]) -> Iterator[tuple[str, list[pl.DataFrame]]]:
    """The pieces of one file after the other, in whatever order they come."""
    frames = defaultdict[str, list[pl.DataFrame]](list)
    sizes = defaultdict[str, int](int)
    for part, piece in pieces:
        frames[part].append(piece)
        sizes[part] += int(piece.estimated_size())
        while sizes and (max(sizes.values()) > LARGE or sum(sizes.values()) > WAITING):
            largest = max(sizes, key=lambda part: sizes[part])
            del sizes[largest]
            yield largest, frames.pop(largest)
    yield from frames.items()


def _written(place: Place, table: str, part: str, frames: list[pl.DataFrame]) -> TableFile:
    whole = pl.concat(frames)
    folders = (f"{column}={quote(value, safe='')}" for column, value in places(part).items())
    name = "/".join([*folders, f"{uuid4().hex}.parquet"])
    data = BytesIO()
    whole.write_parquet(data, compression="zstd", compression_level=1)
    place.write(f"{table}/{name}", data.getvalue())
    return TableFile(name, part, data.tell(), whole.height)
