"""Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero.

Names are written as they are, for they are looked up elsewhere; on a terminal they are plain.
"""

from __future__ import annotations

from typing import TextIO

import polars as pl

from histparse.model.plain import plain_lines

FORMULA = r"^([=+\-@\t\r])"
"""How a text begins that a spreadsheet would take for a formula; it gets an apostrophe before it."""


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """A line with the names of the columns, then one line a row."""
    rows = frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$1")).write_csv()
    out.write(plain_lines(rows) if out.isatty() else rows)
