"""The Python interface: rows as text for spreadsheets."""

from __future__ import annotations

import polars as pl

FORMULA = r"^([=+\-@\t\r])"
"""First characters that make a spreadsheet take text for a formula; such text is prefixed with an apostrophe."""


def as_csv(frame: pl.DataFrame, *, heading: bool = True) -> str:
    """A header line with the names of the columns unless it is left out, then one line per row."""
    return frame.with_columns(pl.col(pl.String).str.replace(FORMULA, "'$1")).write_csv(include_header=heading)
