"""The rows of one table for other programs, in a Parquet file: those of the selected hands."""

from __future__ import annotations

from contextlib import ExitStack
from typing import BinaryIO

from pyarrow import parquet  # type: ignore[import-untyped] # it has no types

from histparse.cli.outgoing import Selection


def write(selected: Selection, out: BinaryIO) -> None:
    """The bytes of the file, a group of rows for each block of hands."""
    with ExitStack() as closing:
        writer: parquet.ParquetWriter | None = None
        for frame in selected.rows():
            table = frame.to_arrow()
            if writer is None:
                writer = closing.enter_context(parquet.ParquetWriter(out, table.schema, compression="zstd"))
            writer.write_table(table)
