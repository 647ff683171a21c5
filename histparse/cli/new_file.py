"""Files that commands write for good: none that is there already is overwritten unless the user says so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Annotated, Any, BinaryIO, cast

import typer

from histparse.cli.output import is_stdout, written
from histparse.cli.usage_error import UsageError
from histparse.model.plain import plain_lines, quoted

Output = Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


@contextmanager
def created(target: str, *, force: bool) -> Iterator[BinaryIO]:
    """A stream whose content becomes that file when it is whole. Raises UsageError if there is one already."""
    _refuse_existing(target, force=force)
    with written(target) as out:
        yield cast(BinaryIO, _Terminal()) if is_stdout(target) and sys.stdout.isatty() else out
        _refuse_existing(target, force=force)  # somebody else may have been quicker


class _Terminal(RawIOBase):
    """Standard output where people look at it: nothing that others have written drives the terminal."""

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any, /) -> int:  # Any: bytes, or what holds some
        """Print the text. Raises UsageError for what is none."""
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError as error:
            raise UsageError("this format is binary: name a file with -o FILE") from error
        sys.stdout.write(plain_lines(text))
        return len(data)


def _refuse_existing(target: str, *, force: bool) -> None:
    if not (force or is_stdout(target)) and Path(target).is_file():
        raise UsageError(f"{quoted(target)} exists: name another file, or overwrite it with --force")
