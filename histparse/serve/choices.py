"""Step 10, serve: what each filter can be set to in this database."""

from __future__ import annotations

from histparse import Store
from histparse.serve.source import Source


def choices(store: Store, source: Source) -> dict[str, list[str]]:
    """The values of each filter that has few."""
    return source.kept(store, "choices", Store.choices)
