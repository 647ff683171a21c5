"""Structs whose fields are columns of the same rows."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from histparse.odds.card_sets import Flags, Masks

Columns = TypeVar("Columns", bound=Struct)


def select_rows(columns: Columns, rows: Masks | Flags) -> Columns:
    """Those rows of each column."""
    return type(columns)(*(getattr(columns, name)[rows] for name in columns.__struct_fields__))
