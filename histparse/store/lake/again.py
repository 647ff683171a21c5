"""Step 6d, lake: texts set aside that count now though their rows are in no part, as after a compaction."""

from __future__ import annotations

import polars as pl
from msgspec import Struct

from histparse.judging.hand_result import HandResult
from histparse.store.lake.parts import write_cells
from histparse.store.lake.place import Place
from histparse.store.lake.records import Cell, digest
from histparse.store.rows.batch import filled
from histparse.store.rows.keys import Tables
from histparse.store.settle.again import hand_text
from histparse.system.program import program


class Again(Struct, frozen=True):
    """What they became."""

    cells: list[Cell]
    notes: Tables


def judged_again(place: Place, texts: pl.DataFrame) -> Again:
    """Judge these texts (path, line, text, site). Raises StoreError."""
    if texts.is_empty():
        return Again([], {})
    rows = texts.select("path", "line", "text", "site").rows()
    tables = filled([HandResult((), hand_text(*row)) for row in rows]).tables
    cells = write_cells(place, digest([program(), rows]), tables)
    return Again(cells, {name: tables[name] for name in ("findings", "set_aside")})
