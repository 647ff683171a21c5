"""The option that names the table whose rows are written."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.cli.usage_error import unknown
from histparse.view.selected import tables

Table = Annotated[
    str, typer.Option(help="The table whose rows csv and parquet have: see docs/tables.md.", autocompletion=tables)
]


def known_table(table: str) -> None:
    """Refuse an unknown table before anything is read."""
    if table not in tables():
        raise unknown("table", table, tables())
