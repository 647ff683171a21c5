"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from histparse.store.write.database import Database
from histparse.store.write.opening import StoreError
from histparse.system.lazy import lazily

if TYPE_CHECKING:
    from histparse.store.rows.batch import Batch, Frames
    from histparse.store.write.importer import Importer
    from histparse.store.write.summary import Summary
else:
    # Whoever only reads a database need not wait until the parser and all rules are loaded.
    _LATER = {
        "histparse.store.rows.batch": ("Batch", "Frames"),
        "histparse.store.write.importer": ("Importer",),
        "histparse.store.write.summary": ("Summary",),
    }
    __getattr__, __dir__ = lazily(__name__, _LATER)

__all__ = ["Batch", "Database", "Frames", "Importer", "StoreError", "Summary"]
