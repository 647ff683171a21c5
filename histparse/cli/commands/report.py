"""`histparse report`: all about one player, on the terminal, as a page, as a paper, as charts."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer
from rich.console import Console

from histparse.cli.found import pick
from histparse.cli.refusal import Refusal, refusing
from histparse.cli.words import as_json, plain
from histparse.report import Report, as_data, files, gather, show
from histparse.stats import StatisticsError
from histparse.store import Database, StoreError

PAGE = 116
"""Columns where there is no screen."""


class Format(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"


def run(  # noqa: PLR0917 - the options are named on the command line
    db: Annotated[str, typer.Option(help="The database file.", metavar="FILE")],
    player: Annotated[str | None, typer.Argument(help="The player; else the hero with most hands.")] = None,
    html: Annotated[str | None, typer.Option(help="Write one page for a browser.", metavar="FILE")] = None,
    pdf: Annotated[str | None, typer.Option(help="Write a paper: summary and charts.", metavar="FILE")] = None,
    png: Annotated[str | None, typer.Option(help="Write the charts as pictures.", metavar="DIR")] = None,
    svg: Annotated[str | None, typer.Option(help="Write the charts as drawings.", metavar="DIR")] = None,
    out: Annotated[str | None, typer.Option(help="Write the charts as both.", metavar="DIR")] = None,
    format: Annotated[Format, typer.Option(help="How the report is printed.")] = Format.TEXT,  # noqa: A002 - the option's name
) -> int:
    """Show how a player does and plays beside all players, and what sets him apart from them.

    **Examples**

    - `histparse report --db poker.duckdb`
    - `histparse report s0rrow --db poker.duckdb --html s0rrow.html`
    - `histparse report s0rrow --db poker.duckdb --pdf s0rrow.pdf --png charts`
    """
    targets = {kind: to for kind, to in (("html", html), ("pdf", pdf), ("png", png or out), ("svg", svg or out)) if to}
    with (
        ThreadPoolExecutor(1) as loading,
        refusing(StoreError, StatisticsError),
        Database(db, read_only=True) as database,
    ):
        # The charts take long to load; meanwhile the database answers.
        writers = {kind: loading.submit(pick, files, "file", kind) for kind in targets}
        report = gather(database, player)
    if format is Format.JSON:
        typer.echo(as_json(as_data(report)))
    else:
        console = Console(file=sys.stdout)
        show(report, console if console.is_terminal else Console(file=sys.stdout, width=PAGE))
    for kind, target in targets.items():
        typer.echo(_write(report, writers[kind].result(), target), err=True)
    return 0


def _write(report: Report, writer: ModuleType, target: str) -> str:
    """Write the files of one kind; gives the sentence that says so."""
    try:
        written = writer.write(report, Path(target))
    except OSError as error:
        raise Refusal(f"cannot write {plain(target)}: {error.strerror}") from error
    names = ", ".join(plain(file.name) for file in written if file != Path(target))
    return f"Written: {plain(target)}{f' ({names})' if names else ''}."
