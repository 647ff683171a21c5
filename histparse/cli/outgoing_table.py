"""Shared by `convert` and `export`: the option for the table whose rows are written, and what is said at the end."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.api.outgoing import FEW, Written
from histparse.cli.verbosity import is_verbose
from histparse.cli.words import say
from histparse.view.selected import tables

Table = Annotated[
    str, typer.Option(help="The table whose rows csv and parquet have: see docs/tables.md.", autocompletion=tables)
]


def say_left_out(done: Written) -> None:
    """Say which hands the format could not carry."""
    for reason in done.reasons(None if is_verbose() else FEW):
        say(f"histparse: {reason}", err=True)
