"""Files that commands write for good: none that is there already is overwritten unless the user says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from histparse.cli.output import is_stdout, written
from histparse.cli.usage_error import UsageError
from histparse.model.plain import quoted

Output = Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


@contextmanager
def created(target: str, *, force: bool) -> Iterator[BinaryIO]:
    """A stream whose content becomes that file when it is whole. Raises UsageError if there is one already."""
    _refuse_existing(target, force=force)
    with written(target) as out:
        yield out
        _refuse_existing(target, force=force)  # somebody else may have been quicker


def _refuse_existing(target: str, *, force: bool) -> None:
    if not (force or is_stdout(target)) and Path(target).is_file():
        raise UsageError(f"{quoted(target)} exists: name another file, or overwrite it with --force")
