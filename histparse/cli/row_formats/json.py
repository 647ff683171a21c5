"""Rows for programs: one JSON array of objects. Amounts stay in 1/100, rates between 0 and 1."""

from __future__ import annotations

from typing import TextIO

import polars as pl

from histparse.cli.printing import as_json


def write(frame: pl.DataFrame, out: TextIO) -> None:
    """One object per row; its keys are the columns."""
    rows = ",\n  ".join(map(as_json, frame.to_dicts()))
    out.write(f"[\n  {rows}\n]\n" if rows else "[]\n")
