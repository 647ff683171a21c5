"""`histparse check`: reads and judges hands without storing anything."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from histparse import flow
from histparse.cli import formats
from histparse.cli.session import Paths, Tally, cases, files, findings

NEEDS_ARGUMENTS = True


def run(
    paths: Paths,
    format: Annotated[  # noqa: A002 - the option's name
        str, typer.Option(help=f"One of {', '.join(formats.names())}.", autocompletion=formats.names)
    ] = "text",
) -> int:
    """Judge hands against the rules of the house they were played in.

    Exit code: 0 clean, 1 with errors or warnings, 2 could not run. Notes are printed and change nothing.

    **Examples**

    - `histparse check session.txt`
    - `histparse check histories/ --format jsonl | head`
    """
    write = formats.writer(format)
    tally = Tally()
    write(findings(cases(files(paths), flow.judged, "Judging", tally, printing=True)), sys.stdout)
    if format == "text":
        typer.echo(f"{tally}.", err=True)
    return tally.exit_code
