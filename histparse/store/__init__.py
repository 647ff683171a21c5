"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw.

Loaded when first used: reading a database needs neither the parser nor the rules, and a worker does not need DuckDB.
Type checkers read `__init__.pyi`.
"""

from __future__ import annotations

from histparse.system.late import make_module_getattr

NAMES = {
    "Batch": "histparse.store.rows.batch:Batch",
    "Database": "histparse.store.database.database:Database",
    "Frames": "histparse.store.rows.batch:Frames",
    "Importer": "histparse.store.importing.importer:Importer",
    "StoreError": "histparse.store.database.connection:StoreError",
    "Summary": "histparse.store.importing.files:Summary",
}
__all__ = list(NAMES)
__getattr__ = make_module_getattr(__name__, NAMES)
