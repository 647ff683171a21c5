"""The Python interface: what the imports of a store found and set aside, counted and listed."""

from __future__ import annotations

import polars as pl

from histparse.api.findings import matching
from histparse.api.store_base import StoreBase
from histparse.store.upkeep import import_findings as found


def counted(store: StoreBase) -> pl.DataFrame:
    """By code: severity, title, number of findings, of these in stored hands, and hands set aside for it."""
    with store._again() as database:
        return found.counted(database)


def listed(store: StoreBase, wanted: list[str]) -> pl.DataFrame:
    """The findings of these codes or families in order of file and line. Raises HistparseError for an unknown one."""
    with store._again() as database:
        return found.listed(database, matching(wanted, found.codes(database)))


def set_aside(store: StoreBase, wanted: list[str] | None = None) -> pl.DataFrame:
    """The hands set aside for these codes or families, or all, with reason and text. Raises HistparseError."""
    with store._again() as database:
        there = found.codes(database)
        return found.set_aside(database, matching(wanted, there) if wanted else there)
