"""Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero.

Names are written unchanged, because other programs look them up; on a terminal they are escaped.
"""

from __future__ import annotations

from typing import TextIO

import polars as pl

from histparse.api.as_csv import as_csv
from histparse.model.plain import plain_lines


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """A header line with the column names, then one line per row."""
    rows = as_csv(frame)
    out.write(plain_lines(rows) if out.isatty() else rows)
