"""Shared by the commands on odds: their options, tables of shares with their errors, and pictures of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from histparse.cli import late
from histparse.cli.command_group import OptionSet
from histparse.cli.messages import remark
from histparse.cli.output import write_all
from histparse.cli.overwriting import Force
from histparse.cli.screen import Column, RuledTable

if TYPE_CHECKING:
    from histparse.report.charts import Chart, Kind

Dead = Annotated[str, typer.Option(help="Other cards that cannot come.", metavar="CARDS")]
Deals = Annotated[int, typer.Option(help="How many to deal where there are too many to count.", min=1)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same deals.", min=0)]
TEXTS = {"or better", "hand", "draws", "keep", "draw", "from", "to"}
"""Headings of columns that are no figures."""


Format = Annotated[Literal["table", "json"], typer.Option(help="For people or for programs.")]


@dataclass(frozen=True)
class Pictures(OptionSet):
    """Where pictures of the tables go."""

    png: Annotated[str | None, typer.Option(help="Write a picture of each table as PNG.", metavar="DIR")] = None
    svg: Annotated[str | None, typer.Option(help="Write a picture of each table as SVG.", metavar="DIR")] = None
    force: Force = False

    @property
    def folders(self) -> dict[Kind, Path]:
        """The folders that were named, by what goes there."""
        named: dict[Kind, str | None] = {"png": self.png, "svg": self.svg}
        return {kind: Path(folder) for kind, folder in named.items() if folder}

    def write(self, charts: Mapping[str, Chart]) -> None:
        """Write each under its name into the folders, and say so."""
        files = {
            folder / f"{name}.{kind}": late.charts.as_file(chart, kind)
            for name, chart in charts.items()
            for kind, folder in self.folders.items()
        }
        write_all(files, self.folders.values(), force=self.force)
        remark(f"Written: {', '.join(map(str, files))}.")


def table(*names: str) -> RuledTable:
    """An empty table with these headings."""
    return RuledTable(*(Column(name, is_figure=name not in TEXTS, wraps=name in TEXTS) for name in names))


def share(part: float, error: float | None) -> tuple[str, Text]:
    """A share in percent, and its standard error."""
    return f"{part:.2%}", Text("exact" if error is None else f"{error:.2%}", style="dim")
