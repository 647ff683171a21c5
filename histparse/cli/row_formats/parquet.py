"""Rows for other programs, in a Parquet file. Amounts stay in 1/100, rates between 0 and 1, null stays null."""

from __future__ import annotations

from io import BytesIO
from typing import TextIO

import polars as pl

from histparse.cli.usage_error import UsageError


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """The bytes of the file. Raises UsageError at a terminal, which cannot show them."""
    if out.isatty():
        raise UsageError("Parquet is binary: redirect it to a file with > FILE")
    made = BytesIO()
    frame.write_parquet(made)
    out.buffer.write(made.getbuffer())
