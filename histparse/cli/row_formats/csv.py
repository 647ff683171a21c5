"""Rows for spreadsheets. Amounts stay in 1/100, rates between 0 and 1; empty is not zero.

Names are written unchanged, because other programs look them up; on a terminal they are escaped.
"""

from __future__ import annotations

from typing import TextIO

import polars as pl

from histparse.model.plain import plain_lines

FORMULA = r"^([=+\-@\t\r])"
"""First characters that make a spreadsheet take text for a formula; such text is prefixed with an apostrophe."""


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """A header line with the column names, then one line per row."""
    rows = lines(frame)
    out.write(plain_lines(rows) if out.isatty() else rows)


def lines(frame: pl.DataFrame, *, heading: bool = True) -> str:
    """The same as text, perhaps without the header line."""
    return frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$1")).write_csv(include_header=heading)
