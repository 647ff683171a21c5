"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from histparse.store.write.database import Database
from histparse.store.write.opening import StoreError

if TYPE_CHECKING:
    from histparse.store.rows.batch import Batch, Frames
    from histparse.store.write.importer import Importer, Summary

__all__ = ["Batch", "Database", "Frames", "Importer", "StoreError", "Summary"]

_WRITES = {"Batch": "rows.batch", "Frames": "rows.batch", "Importer": "write.importer", "Summary": "write.importer"}
"""Names by their module. Whoever only reads a database need not wait until the parser and all rules are loaded."""


def __getattr__(name: str) -> Any:  # Any: whatever has that name
    if name not in _WRITES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WRITES[name]}"), name)
