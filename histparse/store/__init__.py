"""Step 6, store: judged hands become rows of a DuckDB file, one wide row for each decision and each draw.

Loaded when first used: reading a database needs neither the parser nor the rules, and a worker does not need DuckDB.
"""

from __future__ import annotations

from histparse.system.lazy import lazily

__all__, __getattr__, __dir__ = lazily(__name__)
