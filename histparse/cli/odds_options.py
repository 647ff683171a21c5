"""Shared by the commands on odds: their options, and tables of shares with their errors."""

from __future__ import annotations

from typing import Annotated, Literal

import typer
from rich.text import Text

from histparse.cli.screen import Column, RuledTable

Dead = Annotated[str, typer.Option(help="Other cards that cannot come.", metavar="CARDS")]
Deals = Annotated[int, typer.Option(help="How many to deal where there are too many to count.", min=1)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same deals.", min=0)]
TEXTS = {"or better", "hand", "draws", "keep", "draw", "from", "to"}
"""Headings of columns that are no figures."""


Format = Annotated[Literal["table", "json"], typer.Option(help="For people or for programs.")]


def table(*names: str) -> RuledTable:
    """An empty table with these headings."""
    return RuledTable(*(Column(name, is_figure=name not in TEXTS, wraps=name in TEXTS) for name in names))


def share(part: float, error: float | None) -> tuple[str, Text]:
    """A share in percent, and its standard error."""
    return f"{part:.2%}", Text("exact" if error is None else f"{error:.2%}", style="dim")
