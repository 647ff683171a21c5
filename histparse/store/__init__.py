"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from histparse.system.lazy import lazily

if TYPE_CHECKING:
    from histparse.store.database.connection import StoreError
    from histparse.store.database.database import Database
    from histparse.store.file.importer import Importer
    from histparse.store.rows.batch import Batch, Frames
    from histparse.store.summary import Summary
else:
    # Loaded lazily: reading a database needs neither the parser nor the rules, and a worker does not need DuckDB.
    _LATER = {
        "histparse.store.rows.batch": ("Batch", "Frames"),
        "histparse.store.database.database": ("Database",),
        "histparse.store.file.importer": ("Importer",),
        "histparse.store.database.connection": ("StoreError",),
        "histparse.store.summary": ("Summary",),
    }
    __getattr__, __dir__ = lazily(__name__, _LATER)

__all__ = ["Batch", "Database", "Frames", "Importer", "StoreError", "Summary"]
