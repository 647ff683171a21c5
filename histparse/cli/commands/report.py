"""`histparse report`: all about one player, on the terminal and as charts."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from histparse.cli.refusal import Refusal, refusing
from histparse.cli.words import as_json, plain
from histparse.report import Report, draw_charts, gather, show
from histparse.stats import StatisticsError
from histparse.store import Database, StoreError

PAGE = 110
"""Columns where there is no screen."""


class Format(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"


def run(
    db: Annotated[str, typer.Option(help="The database file.", metavar="FILE")],
    player: Annotated[str | None, typer.Argument(help="The player; else the hero with most hands.")] = None,
    out: Annotated[str | None, typer.Option(help="Write the charts into this folder.", metavar="DIR")] = None,
    format: Annotated[Format, typer.Option(help="How the report is printed.")] = Format.TEXT,  # noqa: A002 - the option's name
) -> int:
    """Show a player's results, how he enters pots, draws and stands pat, beside all players.

    **Examples**

    - `histparse report --db poker.duckdb`
    - `histparse report s0rrow --db poker.duckdb --out charts`
    """
    with refusing(StoreError, StatisticsError), Database(db, read_only=True) as database:
        report = gather(database, player)
    if format is Format.JSON:
        typer.echo(as_json(report.as_dict()))
    else:
        console = Console(file=sys.stdout)
        show(report, console if console.is_terminal else Console(file=sys.stdout, width=PAGE))
    if out is not None:
        typer.echo(_draw(report, out), err=True)
    return 0


def _draw(report: Report, folder: str) -> str:
    try:
        charts = draw_charts(report, folder)
    except OSError as error:
        raise Refusal(f"cannot write charts into {plain(folder)}: {error.strerror}") from error
    return (
        f"Charts written to {plain(folder)}: {', '.join(file.name for file in charts) or 'there is nothing to draw'}."
    )
