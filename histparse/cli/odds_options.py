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
from histparse.cli.output import Force, write_all_or_none
from histparse.cli.printing import print_remark
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

    def write_charts(self, charts: Mapping[str, Chart]) -> None:
        """Write each under its name into the folders, and say so."""
        files = {
            folder / f"{name}.{kind}": late.charts.render_chart(chart, kind)
            for name, chart in charts.items()
            for kind, folder in self.folders.items()
        }
        write_all_or_none(files, self.folders.values(), force=self.force)
        print_remark(f"Written: {', '.join(map(str, files))}.")


def empty_table(*headings: str) -> RuledTable:
    """An empty table with these headings."""
    return RuledTable(*(Column(name, is_figure=name not in TEXTS, wraps=name in TEXTS) for name in headings))


def format_share(share: float, standard_error: float | None) -> tuple[str, Text]:
    """A share in percent, and its standard error."""
    return f"{share:.2%}", Text("exact" if standard_error is None else f"{standard_error:.2%}", style="dim")


def notation_help_page() -> None:
    """Notation: hands and ranges as players write them, for `equity`, `draw`, `river`, `street` and `chart`.

    Cards, as `2c3d4h7s`, or ranks, as `2347`, are those a player keeps in the first draw: five stand pat. Ranks stand
    for all suits but one alone.

    - `2347/K` throws a king, which then cannot come back.
    - `pat 8-` is every pat eight or better, `pat T8` every pat ten with an eight below it.
    - `one-card 8 draws` is all four cards with an eight on top; `two-card 7-` all three with a seven or better.
    - `any` is any five cards, `D1` anybody who draws one card.
    - `best 2c3d4h7sKc` lets the policy choose what to keep.
    - `pat 9-, one-card 8- draws @ 0.5` joins two, the second held half as often.
    - `T8 pat`, `86s`, `2-3-4-7`, `wheel` and `#4` are understood too.

    **Examples**

    - `histparse equity "pat 9-, one-card 8- draws @ 0.5" 2347`
    - `histparse draw J8653 --against 2347`
    - `histparse river "pat T8-" 2347 --pot 6`
    """
