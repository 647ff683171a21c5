"""`--output`: the file that a command writes hands into, or standard output, which may be a terminal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Annotated, Any, BinaryIO, cast

import typer

from histparse.cli.output import is_stdout, written
from histparse.cli.printing import UsageError
from histparse.model.plain import plain_lines

Output = Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.", metavar="FILE")]


@contextmanager
def created(target: str, *, force: bool, read: Collection[str | Path] = ()) -> Iterator[BinaryIO]:
    """A stream whose content becomes that file when it is whole, as in `written`. Raises UsageError."""
    with written(target, force=force, read=read) as out:
        yield cast(BinaryIO, _Terminal()) if is_stdout(target) and sys.stdout.isatty() else out


class _Terminal(RawIOBase):
    """Standard output where people look at it: nothing that others have written drives the terminal."""

    def writable(self) -> bool:
        """Whether it can be written to, as standard output can."""
        return True

    def write(self, data: Any, /) -> int:  # Any: bytes, or what holds some
        """Print the text. Raises UsageError for bytes that are not text."""
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError as error:
            raise UsageError("this format is binary: name a file with -o FILE") from error
        sys.stdout.write(plain_lines(text))
        return len(data)
