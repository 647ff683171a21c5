"""How rows are written: a function for each format, which takes a frame. Amounts stay in 1/100 but for people."""

from __future__ import annotations

from io import BytesIO
from typing import TextIO

import polars as pl

from histparse.api.in_and_out import as_csv
from histparse.cli import late
from histparse.cli.printing import UsageError, as_json
from histparse.model.errors import plain_lines


def csv(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero.

    Names are written unchanged, because other programs look them up; on a terminal they are escaped.
    """
    rows = as_csv(frame)
    stream.write(plain_lines(rows) if stream.isatty() else rows)


def json(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for programs: one JSON array of objects. Amounts stay in 1/100, rates between 0 and 1."""
    rows = ",\n  ".join(map(as_json, frame.to_dicts()))
    stream.write(f"[\n  {rows}\n]\n" if rows else "[]\n")


def parquet(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for other programs, in a Parquet file. Amounts stay in 1/100, rates between 0 and 1, null stays null.

    Raises UsageError at a terminal, which cannot show the bytes of the file.
    """
    if stream.isatty():
        raise UsageError("Parquet is binary: redirect it to a file with > FILE")
    made = BytesIO()
    frame.write_parquet(made)
    stream.buffer.write(made.getbuffer())


def table(frame: pl.DataFrame, stream: TextIO) -> None:
    """Rows for people: a table as wide as needed, rates in percent with n/N and interval, amounts in whole units."""
    late.row_table.write(frame, stream)


FORMATS = {write.__name__: write for write in (csv, json, parquet, table)}
