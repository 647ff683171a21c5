"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw.

Loaded when first used: reading a database needs neither the parser nor the rules, and a worker does not need DuckDB.
Type checkers read `__init__.pyi`.
"""

from __future__ import annotations

from importlib import import_module

_MODULES = {
    "Batch": "rows.batch",
    "Database": "database.database",
    "Frames": "rows.batch",
    "Importer": "importing.importer",
    "StoreError": "database.connection",
    "Summary": "importing.files",
}
__all__ = list(_MODULES)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
