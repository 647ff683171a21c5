"""The one rule of all outputs: what is there stays, unless this program can make it again or the user says --force."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import Annotated

import typer

from histparse.cli.printing import UsageError
from histparse.model.plain import quoted
from histparse.system.generator import is_generated

Force = Annotated[bool, typer.Option("--force", help="Overwrite what exists.")]


def refuse_to_overwrite(target: str | Path, *, force: bool, read: Collection[str | Path] = ()) -> None:
    """Raise UsageError if the target is a folder, or a file that must stay. What is `read` stays in any case.

    Links are judged by what they point to. Devices and pipes are not replaced, whatever is written to them.
    """
    path = Path(target)
    with writing_to(target):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not path.is_file():
            return
        if any(_is_same(path, one) for one in read):
            raise UsageError(f"{quoted(target)} is read by this command: name another file")
        if not (force or is_generated(path)):
            raise UsageError(f"{quoted(target)} exists: name another file, or overwrite it with --force")


@contextmanager
def writing_to(target: str | Path) -> Iterator[None]:
    """Turn an error of the system in this block into a UsageError."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror or error}") from error


def _is_same(path: Path, other: str | Path) -> bool:
    with suppress(OSError):  # it is no file
        return path.samefile(other)
    return False
