"""Names the archives an import could not read: nobody misses hands they have never seen."""

from __future__ import annotations

import sys

import typer

from histparse.cli.formats import text
from histparse.cli.input_files import MOST
from histparse.cli.located_finding import LocatedFinding
from histparse.model.findings import Finding
from histparse.model.plain import count


def warn_unread(broken: list[Finding]) -> None:
    """Print the first of these findings to standard error."""
    text.write(map(LocatedFinding, broken[:MOST]), sys.stderr)
    if more := len(broken[MOST:]):
        typer.echo(f"and {count(more, 'more file')} in archives: `check` names them all", err=True)
