"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from histparse.system.lazy import lazily

if TYPE_CHECKING:
    from histparse.store.rows.batch import Batch, Frames
    from histparse.store.write.database import Database
    from histparse.store.write.importer import Importer
    from histparse.store.write.opening import StoreError
    from histparse.store.write.summary import Summary
else:
    # Loaded lazily: reading a database needs neither the parser nor the rules, and a worker does not need DuckDB.
    _LATER = {
        "histparse.store.rows.batch": ("Batch", "Frames"),
        "histparse.store.write.database": ("Database",),
        "histparse.store.write.importer": ("Importer",),
        "histparse.store.write.opening": ("StoreError",),
        "histparse.store.write.summary": ("Summary",),
    }
    __getattr__, __dir__ = lazily(__name__, _LATER)

__all__ = ["Batch", "Database", "Frames", "Importer", "StoreError", "Summary"]
