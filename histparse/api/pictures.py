"""The Python interface: what pages draw of the hands that they list."""

from __future__ import annotations

import polars as pl

from histparse import stats
from histparse.api.store_base import StoreBase, asked_of


def pictures(store: StoreBase, rows: pl.DataFrame) -> pl.DataFrame:
    """The cards and draws of the hands that these rows name, as far as they are known: see `stats.pictures`."""
    with asked_of(store) as database:
        return stats.pictures(database, rows)
