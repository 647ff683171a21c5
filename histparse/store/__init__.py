"""Step 5, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw."""

from histparse.store.batch import Batch, Frames
from histparse.store.database import Database, StoreError
from histparse.store.importer import Importer, Summary

__all__ = ["Batch", "Database", "Frames", "Importer", "StoreError", "Summary"]
