"""The rows of one table for spreadsheets: those of the selected hands, as `--format csv` writes others."""

from __future__ import annotations

from typing import BinaryIO

from histparse.api.as_text import as_csv
from histparse.api.outgoing import Selection


def write(selected: Selection, out: BinaryIO) -> None:
    """A header line with the names of the columns, then one line per row."""
    for place, frame in enumerate(selected.rows()):
        out.write(as_csv(frame, heading=place == 0).encode())
