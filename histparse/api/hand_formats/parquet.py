"""The rows of one table for other programs, in a Parquet file: those of the selected hands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import IO, BinaryIO, cast

import polars as pl
from polars.io.plugins import register_io_source

from histparse.api.outgoing import Selection


class _Out:
    """A stream that remembers the error that stopped it: polars would raise one of its own instead."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self.stopped_by: Exception | None = None

    def write(self, part: bytes) -> int:
        try:
            return self._out.write(part)
        except Exception as error:
            self.stopped_by = self.stopped_by or error
            raise


def write(selected: Selection, out: BinaryIO) -> None:
    """The bytes of the file, written as the blocks of hands come."""
    frames = selected.rows()
    first = next(frames, None)
    if first is None:
        return

    def source(*_of_a_query: object) -> Iterator[pl.DataFrame]:
        yield from chain([first], frames)

    stream = _Out(out)
    rows = register_io_source(source, schema=first.schema)
    try:
        rows.sink_parquet(cast("IO[bytes]", stream), compression="zstd")  # it does nothing but write
    except pl.exceptions.ComputeError as error:
        raise stream.stopped_by or error from None
