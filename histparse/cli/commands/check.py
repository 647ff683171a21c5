"""`histparse check`: reads and judges hands without storing anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from histparse import flow
from histparse.cli import formats
from histparse.cli.found import names, pick
from histparse.cli.session import Paths, Tally, cases, files, findings
from histparse.copies import Copies

NEEDS_ARGUMENTS = True


def run(
    paths: Paths,
    format: Annotated[  # noqa: A002 - the option's name
        str, typer.Option(help=f"One of {', '.join(names(formats))}.", autocompletion=lambda: names(formats))
    ] = "text",
) -> int:
    """Judge hands against the rules of the house they were played in.

    Exit code: 0 clean, 1 with errors or warnings, 2 could not run. Notes are printed and change nothing.

    **Examples**

    - `histparse check session.txt`
    - `histparse check histories/ --format jsonl | head`
    """
    write = pick(formats, "format", format).write
    tally, copies = Tally(), Copies()

    def step(file: Path) -> Iterator[flow.Case]:
        return flow.compared(flow.judged(file), copies)

    write(findings(cases(files(paths), step, "Judging", tally, printing=True)), sys.stdout)
    if format == "text":
        typer.echo(f"{tally.told(copies.duplicates)}.", err=True)
    return tally.exit_code
