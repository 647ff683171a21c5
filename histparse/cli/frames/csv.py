"""Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero."""

from __future__ import annotations

from typing import TextIO

import polars as pl

FORMULA = r"^([=+\-@\t\r])"
"""How a text begins that a spreadsheet would take for a formula; it gets an apostrophe before it."""


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """A line with the names of the columns, then one line a row."""
    out.write(frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$1")).write_csv())
